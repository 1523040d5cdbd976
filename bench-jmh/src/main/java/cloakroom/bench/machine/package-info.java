/** Processor time of this machine and of single processes, and Oracle's performance statistics. */
package cloakroom.bench.machine;
