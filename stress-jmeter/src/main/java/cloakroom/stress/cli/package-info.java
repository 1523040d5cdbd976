/** Commands of {@code stress.jar}. {@link cloakroom.stress.cli.Stress} is the entry. */
package cloakroom.stress.cli;
