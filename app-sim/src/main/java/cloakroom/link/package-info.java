/**
 * Relay between a node and its database that adds latency, counts messages and resets connections.
 * {@link cloakroom.link.Relay} is the entry point.
 */
package cloakroom.link;
