/** Pools and connect methods under comparison, with equal settings. */
package cloakroom.bench.subject;
