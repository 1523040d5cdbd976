/**
 * What the programs of Cloakroom agree on in words: the names that one of them writes and another
 * reads, the kinds of database, what an interval and /proc/stat allow to be said. It needs nothing
 * but the JDK.
 */
package cloakroom.contract;
