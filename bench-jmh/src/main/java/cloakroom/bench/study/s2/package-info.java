/**
 * Study S2: what a connect costs by method and number of streams. Modes that are not here are left
 * out, with what to install.
 */
package cloakroom.bench.study.s2;
