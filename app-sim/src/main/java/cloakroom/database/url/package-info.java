/** Access to a database that the user runs and specifies by its JDBC URL. */
package cloakroom.database.url;
