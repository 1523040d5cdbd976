/** Evaluation of a run folder: computes metrics, checks counts and compares variants. */
package cloakroom.stress.judge;
