/** Study S5: cost of a release policy in one cycle of a session, which is a change and a commit. */
package cloakroom.bench.study.s5;
