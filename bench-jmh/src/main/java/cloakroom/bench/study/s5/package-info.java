/**
 * Study S5: sticky against released sessions. The stress test measures it; its latest run is read.
 */
package cloakroom.bench.study.s5;
