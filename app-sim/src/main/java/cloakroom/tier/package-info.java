/**
 * Assembly of a node: from options to a policy, a store, a connection source and a server. {@link
 * cloakroom.tier.NodeAssembly} is the entry.
 */
package cloakroom.tier;
