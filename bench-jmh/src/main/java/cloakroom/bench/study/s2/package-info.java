/** Study S2: connects to a new server process and through a connection pooler. */
package cloakroom.bench.study.s2;
