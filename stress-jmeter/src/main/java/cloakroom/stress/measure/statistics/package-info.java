/**
 * Compares variants: the ratio of two figures with an interval from a bootstrap over trials and
 * seconds, and the verdict that it allows.
 */
package cloakroom.stress.measure.statistics;
