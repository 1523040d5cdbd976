/**
 * What was measured, as every report shows it: the trials of a run, their figures and what may be
 * said of two variants. Nothing here reads a file; {@code read} makes it all from a run folder.
 */
package cloakroom.stress.measure;
