/**
 * The list of the published studies with their cards, and the choice of pools for those that
 * compare pools. What answers a study stands in a package of its own.
 */
package cloakroom.bench.study;
