/** Execution of a run; {@link cloakroom.stress.trial.StressRun} starts the processes and trials. */
package cloakroom.stress.trial;
