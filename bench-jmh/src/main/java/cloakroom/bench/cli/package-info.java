/** Commands of {@code benchmarks.jar}; only this package reads command lines. */
package cloakroom.bench.cli;
