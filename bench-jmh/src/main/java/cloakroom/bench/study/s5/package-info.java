/** Study S5: cost of a policy in each cycle of a session. */
package cloakroom.bench.study.s5;
