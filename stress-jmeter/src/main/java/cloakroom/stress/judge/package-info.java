/** Evaluation of a run folder: metrics, audit, comparisons, failure conditions, capacity. */
package cloakroom.stress.judge;
