/** Execution of the studies: rounds, JMH forks, confidence intervals and verdicts. */
package cloakroom.bench.harness;
