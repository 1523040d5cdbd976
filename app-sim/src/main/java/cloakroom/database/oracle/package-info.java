/** Oracle database in a Docker container that this process starts and stops. */
package cloakroom.database.oracle;
