/**
 * Execution of a run: starts a database, and for each trial tiers and a load engine; injects
 * faults; writes the run folder. {@link cloakroom.stress.trial.StressRun} is the entry.
 */
package cloakroom.stress.trial;
