/** Comparison of runs of one plan, and names for reference runs. */
package cloakroom.stress.compare;
