/** PostgreSQL server that this process unpacks, starts and stops. */
package cloakroom.database.postgres;
