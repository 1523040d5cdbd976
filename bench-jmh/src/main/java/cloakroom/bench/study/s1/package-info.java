/**
 * Study S1: features of drivers, one experiment each. They share a table that is read and queries
 * that are looked up.
 */
package cloakroom.bench.study.s1;
