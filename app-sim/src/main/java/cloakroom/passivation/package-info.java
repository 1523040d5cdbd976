/** Stores of snapshots as bytes: in PS_TXN, in files and in memory; and their purge. */
package cloakroom.passivation;
