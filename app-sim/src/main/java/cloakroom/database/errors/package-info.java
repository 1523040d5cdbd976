/**
 * What errors of databases, drivers and pools mean, in one table of codes. Every layer asks this
 * table and none looks at codes itself.
 */
package cloakroom.database.errors;
