/** Databases that the tier can use, and the interface that a started one implements. */
package cloakroom.database;
