/** Study definitions, rounds of experiments, JMH and its forks, intervals; no specific study. */
package cloakroom.bench.harness;
