/**
 * Load engine: runs one trial of a JMeter plan in a separate process, which {@link
 * cloakroom.stress.load.Engine} starts, and writes the files of the trial.
 */
package cloakroom.stress.load;
