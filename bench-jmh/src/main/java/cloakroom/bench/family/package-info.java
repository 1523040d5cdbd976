/**
 * Families of benchmarks beside the published studies: Cloakroom's own parts against their bounds,
 * interleaved in one run, each with the bar that it is to reach. Here stands what all families
 * have: results and bars.
 */
package cloakroom.bench.family;
