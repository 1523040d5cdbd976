/** Options of the load and of a run, in addition to those of the tier, and their values. */
package cloakroom.stress.options;
