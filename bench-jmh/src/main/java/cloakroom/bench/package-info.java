/** Microbenchmarks that repeat published studies of connections, and the runner that reads them. */
package cloakroom.bench;
