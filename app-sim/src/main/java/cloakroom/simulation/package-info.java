/**
 * Discrete-event simulation of nodes, connections, processors and database, which runs the module
 * pool's own code. All costs are inputs; no process is started.
 */
package cloakroom.simulation;
