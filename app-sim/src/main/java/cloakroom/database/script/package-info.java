/** SQL scripts in the jar, which create and drop the tables. */
package cloakroom.database.script;
