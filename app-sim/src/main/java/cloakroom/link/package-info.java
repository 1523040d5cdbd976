/**
 * The measuring proxy: a relay between a node and its database that adds latency, counts what
 * passes, and can cut links.
 */
package cloakroom.connection.link;
