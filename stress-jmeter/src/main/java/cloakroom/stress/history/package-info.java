/** Comparison of runs: two runs, named baselines, and the history of many runs. */
package cloakroom.stress.history;
