/** What the machine did meanwhile: processor time of processes that are not ours. */
package cloakroom.bench.machine;
