/**
 * Monitors of tier, database and operating system during a trial. {@link
 * cloakroom.stress.monitor.SeriesRecorder} writes their samples, timed by one clock.
 */
package cloakroom.stress.monitor;
