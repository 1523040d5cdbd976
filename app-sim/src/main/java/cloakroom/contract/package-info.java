/**
 * Names, codes and records that one program of Cloakroom writes and another reads. Depends on
 * {@code platform} and the JDK only.
 */
package cloakroom.contract;
