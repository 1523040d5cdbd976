/**
 * The published experiments: for each a card that says what is asked, and a benchmark that asks.
 */
package cloakroom.bench.study;
