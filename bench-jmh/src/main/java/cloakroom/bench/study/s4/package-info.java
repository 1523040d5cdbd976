/** Study S4: reuse of a connection against a borrow for each use. */
package cloakroom.bench.study.s4;
