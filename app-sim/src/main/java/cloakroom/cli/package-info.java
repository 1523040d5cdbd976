/**
 * The commands of {@code app-sim.jar}: options are checked, a node or a database is put together
 * and runs until somebody wants its end. {@link cloakroom.cli.AppSim} is the entry.
 */
package cloakroom.cli;
