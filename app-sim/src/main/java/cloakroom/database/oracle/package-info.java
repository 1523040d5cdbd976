/**
 * An Oracle in a container that this process starts and ends. {@link
 * cloakroom.database.oracle.OracleServer} is the way in.
 */
package cloakroom.database.oracle;
