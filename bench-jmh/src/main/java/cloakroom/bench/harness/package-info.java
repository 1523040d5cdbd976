/**
 * What any measurement here stands on: cards, experiments and their rounds, JMH and its forks,
 * blocks, intervals. It knows none of the studies and families that are measured.
 */
package cloakroom.bench.harness;
