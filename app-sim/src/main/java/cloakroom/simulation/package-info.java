/**
 * Discrete-event simulation of nodes, connections, processors and database. It executes the real
 * code of the application module pool. All other costs are inputs, and no process is started.
 */
package cloakroom.simulation;
