/**
 * Study S4: what a borrow for every query costs beside a connection that is kept, and where the
 * time of one use goes. Three benchmarks answer one card.
 */
package cloakroom.bench.study.s4;
