/** Options of the load, of a run and of its variants, and their values. */
package cloakroom.stress.options;
