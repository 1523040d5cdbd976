/** Processor time of this machine and its processes, and Oracle's statistics. */
package cloakroom.bench.machine;
