/** Snapshot stores in the table PS_TXN, in files and in the heap, with a purge. */
package cloakroom.passivation;
