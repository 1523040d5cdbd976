/** JMH benchmarks of Cloakroom's snapshot stores and codecs, started with JMH's command line. */
package cloakroom.bench.suite;
