/**
 * What the machine and its database servers did meanwhile: processor time of processes that are not
 * ours, and Oracle's own account. Nothing here knows what is measured.
 */
package cloakroom.bench.machine;
