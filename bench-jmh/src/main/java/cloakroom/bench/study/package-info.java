/** List of the published studies and choice of their pools; each study has its own package. */
package cloakroom.bench.study;
