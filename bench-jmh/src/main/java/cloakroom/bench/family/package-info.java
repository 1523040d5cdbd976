/**
 * Families of benchmarks beside the published studies: Cloakroom's own parts against their bounds
 * and their peers, interleaved in one run, each with the bar that it is to reach. Here stands what
 * all families have: results, bars, and the sessions that are stored.
 */
package cloakroom.bench.family;
