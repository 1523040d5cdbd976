/** Commands of {@code stress.jar}. {@link cloakroom.stress.cli.Stress} is the main class. */
package cloakroom.stress.cli;
