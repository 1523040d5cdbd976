/** Connections to a running database by its JDBC URL. */
package cloakroom.database.url;
