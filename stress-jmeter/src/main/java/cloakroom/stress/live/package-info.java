/**
 * What a run shows while it goes, at a port of this machine: a page that moves, and metrics for
 * Prometheus. It reads the rows that go into the series of a trial and samples nothing itself.
 */
package cloakroom.stress.live;
