/**
 * The main programs: {@code benchmarks.jar} with its commands, and the processes below it that
 * measure. Only here are command lines read.
 */
package cloakroom.bench.cli;
