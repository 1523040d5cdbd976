/**
 * JMH benchmarks of Cloakroom's own parts: snapshot stores and codecs. Each runs by JMH's own
 * command line.
 */
package cloakroom.bench.suite;
