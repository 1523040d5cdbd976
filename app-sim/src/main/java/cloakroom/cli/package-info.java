/** Commands of {@code app-sim.jar}. {@link cloakroom.cli.AppSim} is the entry. */
package cloakroom.cli;
