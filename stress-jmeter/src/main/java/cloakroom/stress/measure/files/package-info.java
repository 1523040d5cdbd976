/**
 * The files of a run folder, each as what it holds. A fault names the file, the place and the value
 * in one line.
 */
package cloakroom.stress.measure.files;
