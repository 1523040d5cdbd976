/** Runs the studies in interleaved rounds and reads their results. */
package cloakroom.bench.run;
