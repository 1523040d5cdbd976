/** Study S5: cost of a release policy when a session changes a row and commits. */
package cloakroom.bench.study.s5;
