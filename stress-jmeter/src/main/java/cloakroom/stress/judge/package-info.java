/**
 * Conclusions from a run folder: metrics of trials, audit checks, comparisons with intervals,
 * failure conditions and capacity. {@link cloakroom.stress.judge.MeasuredRun} is the entry.
 */
package cloakroom.stress.judge;
