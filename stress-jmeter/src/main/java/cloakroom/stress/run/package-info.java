/**
 * The command line of {@code stress.jar} and the runs that it makes: processes are started, driven,
 * watched and stopped, and the folder of the run is written.
 *
 * <p>{@link cloakroom.stress.run.StressRun} is the map: a database, then for each trial a fresh
 * tier and a load, then the report.
 */
package cloakroom.stress.run;
