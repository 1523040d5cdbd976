/**
 * A PostgreSQL that this process unpacks, starts and ends. {@link
 * cloakroom.database.postgres.EmbeddedPostgres} is the way in.
 */
package cloakroom.database.postgres;
