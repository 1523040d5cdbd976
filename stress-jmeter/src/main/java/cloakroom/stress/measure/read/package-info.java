/**
 * Makes a summary of a run folder, and a comparison of two. It puts together what the packages
 * beside it read, audit and compare.
 */
package cloakroom.stress.measure.read;
