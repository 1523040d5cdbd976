/** Commands of {@code benchmarks.jar}. Only this package parses command lines. */
package cloakroom.bench.cli;
