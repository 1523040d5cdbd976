/** Table of the error codes of databases, drivers and pools, which only this package interprets. */
package cloakroom.database.errors;
