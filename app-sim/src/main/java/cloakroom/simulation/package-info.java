/**
 * Discrete-event simulation of nodes, connections, processors and database. The simulation executes
 * the real code of the application module pool. All other costs are inputs.
 */
package cloakroom.simulation;
