/**
 * Live page and Prometheus metrics of a run, at a port of this machine. Shows the rows of the
 * trial's series and samples nothing itself.
 */
package cloakroom.stress.live;
