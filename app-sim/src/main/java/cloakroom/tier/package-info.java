/**
 * Assembly of a node: from options to a policy, a store, a connection source and a server. {@link
 * cloakroom.tier.Node} is the entry.
 */
package cloakroom.tier;
