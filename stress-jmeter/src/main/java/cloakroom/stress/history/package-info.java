/** Comparison of two runs, names for reference runs, and the history of many runs. */
package cloakroom.stress.history;
