/**
 * Relay between a node and its database that adds latency, counts messages and cuts connections.
 * {@link cloakroom.link.Relay} is the entry.
 */
package cloakroom.link;
