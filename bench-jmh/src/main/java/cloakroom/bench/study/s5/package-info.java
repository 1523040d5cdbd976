/**
 * Study S5: sticky against released sessions, one request at a time in the tier's own pages.
 * Response times under load are the stress test's.
 */
package cloakroom.bench.study.s5;
