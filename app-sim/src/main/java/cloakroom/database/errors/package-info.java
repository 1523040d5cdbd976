/** Table of the error codes of databases, drivers and pools: the only code that inspects them. */
package cloakroom.database.errors;
