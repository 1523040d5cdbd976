/**
 * Keeps snapshots as bytes: in PS_TXN in two ways, in files, in memory. A write is a
 * compare-and-set, and a purge removes what no session will read again.
 */
package cloakroom.passivation;
