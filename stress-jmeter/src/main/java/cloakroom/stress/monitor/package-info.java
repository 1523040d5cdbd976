/**
 * Monitors of tier, database and operating system during a trial. {@link
 * cloakroom.stress.monitor.SeriesRecorder} writes one row per second with metrics of all three.
 */
package cloakroom.stress.monitor;
