/**
 * Study S1: features of drivers, one experiment each with its card beside it. They share a table
 * that is read and queries that are looked up.
 */
package cloakroom.bench.study.s1;
