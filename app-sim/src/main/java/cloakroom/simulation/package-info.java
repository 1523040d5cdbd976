/**
 * A discrete-event simulation of nodes, connections, processors and database, in which the module
 * pool's own code decides. What things cost is measured elsewhere and given; nothing is started.
 */
package cloakroom.simulation;
