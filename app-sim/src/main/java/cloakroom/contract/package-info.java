/**
 * Names, codes and records that cross the boundary between the programs of Cloakroom: what one
 * program writes and another reads. It depends on {@code platform} and the JDK only.
 */
package cloakroom.contract;
