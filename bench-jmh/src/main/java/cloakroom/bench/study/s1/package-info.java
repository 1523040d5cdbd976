/** Study S1: pooling, fetch size and statement cache. */
package cloakroom.bench.study.s1;
