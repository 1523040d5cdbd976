/**
 * Makes a summary of a run folder, and a comparison of two. Variants are compared by the ratio of
 * two figures with an interval from a bootstrap over trials and seconds, and the verdict it allows.
 */
package cloakroom.stress.measure.read;
