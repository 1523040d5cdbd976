/**
 * Study definitions, experiments and their rounds, JMH and its forks, intervals. No study is known
 * here.
 */
package cloakroom.bench.harness;
