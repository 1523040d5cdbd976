/** Oracle database in a container that this process starts and stops. */
package cloakroom.database.oracle;
