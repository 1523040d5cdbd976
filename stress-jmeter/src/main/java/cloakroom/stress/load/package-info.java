/**
 * Load engine: a process that sends the requests of one JMeter plan and writes the result files.
 * The main class is {@link cloakroom.stress.load.Engine}.
 */
package cloakroom.stress.load;
