/**
 * The SQL scripts in the jar: cut into statements, and run to make and remove the tables. The tier
 * knows which tables it needs from {@link cloakroom.database.script.Schema}.
 */
package cloakroom.database.script;
