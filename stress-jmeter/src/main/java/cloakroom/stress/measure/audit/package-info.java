/**
 * Lets load generator, tier and database contradict each other. Each of their counts that another
 * one has too becomes a check.
 */
package cloakroom.stress.measure.audit;
