/** Options of the load and of a run, beside those of the tier, and the values that they have. */
package cloakroom.stress.options;
