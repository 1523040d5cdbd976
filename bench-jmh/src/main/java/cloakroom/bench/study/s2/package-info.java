/** Study S2: cost of connects to a new server process or through a connection pooler. */
package cloakroom.bench.study.s2;
