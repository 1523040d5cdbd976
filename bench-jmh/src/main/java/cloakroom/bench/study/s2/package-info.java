/** Study S2: connect modes. */
package cloakroom.bench.study.s2;
