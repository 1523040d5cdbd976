/** Live page and Prometheus metrics of a run in progress. */
package cloakroom.stress.live;
