/**
 * A database that the tier can use: its URL, user and password, and a way to connect. Its kinds are
 * in packages of their own: one that runs already (url), a PostgreSQL (postgres) or an Oracle
 * (oracle) that is started for us.
 */
package cloakroom.database;
