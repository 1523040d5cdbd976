/** Commands of {@code app-sim.jar}; {@link cloakroom.cli.AppSim} is its main class. */
package cloakroom.cli;
