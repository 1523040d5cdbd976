/** JMH benchmarks of Cloakroom's snapshot stores and codecs, for JMH's own command line. */
package cloakroom.bench.suite;
