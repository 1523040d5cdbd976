/**
 * Files of a run folder, with the readers and writers that define their columns and keys. Errors
 * name file, line and value.
 */
package cloakroom.stress.folder;
