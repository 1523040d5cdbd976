/** Options of a run, its load and its variants. A variant is a release policy with options. */
package cloakroom.stress.options;
