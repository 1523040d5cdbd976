/**
 * A database that somebody else runs, reached by its JDBC URL. What goes wrong while connecting is
 * told in one line.
 */
package cloakroom.database.url;
