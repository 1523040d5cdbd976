/** List of all studies, and the choice of pools that a study compares. */
package cloakroom.bench.study;
