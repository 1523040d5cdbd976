/** SQL scripts that create and drop Cloakroom's tables. */
package cloakroom.database.script;
