/**
 * The list of the published studies, and the choice of pools for those that compare pools. Each
 * study stands in a package of its own, with its card beside it.
 */
package cloakroom.bench.study;
