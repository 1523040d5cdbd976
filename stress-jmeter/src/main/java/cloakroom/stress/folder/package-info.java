/**
 * Files of a run folder. A record, a writer and a reader of each file define its names, columns and
 * keys. Errors name file, line and value.
 */
package cloakroom.stress.folder;
