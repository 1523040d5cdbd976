/**
 * The files of a run folder: their names, columns and keys, for the parts of the runner that write
 * them and for the report that reads them. A fault names the file, the place and the value in one
 * line.
 */
package cloakroom.stress.files;
