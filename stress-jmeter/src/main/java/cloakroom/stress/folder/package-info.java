/**
 * Files of a run folder: names, columns and keys, each with its record, writer and reader. An error
 * names the file, the line and the value.
 */
package cloakroom.stress.folder;
