/**
 * Samples of tier, database and operating system during a trial, and counters before and after it.
 * {@link cloakroom.stress.monitor.SeriesRecorder} writes them on one clock.
 */
package cloakroom.stress.monitor;
