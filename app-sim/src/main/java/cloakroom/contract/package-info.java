/**
 * What the programs of Cloakroom agree on in words: the names that one of them writes and another
 * reads, and the kinds of database. It needs nothing but the JDK and decides nothing.
 */
package cloakroom.contract;
