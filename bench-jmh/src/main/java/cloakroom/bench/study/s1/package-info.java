/** Study S1: benchmarks of connection pooling, fetch size and statement cache. */
package cloakroom.bench.study.s1;
