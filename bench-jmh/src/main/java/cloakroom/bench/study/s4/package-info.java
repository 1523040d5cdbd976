/** Study S4: cost of a borrow for each query, compared with a connection that is kept. */
package cloakroom.bench.study.s4;
