/** Creation of a node; {@link cloakroom.tier.NodeAssembly} is the entry point. */
package cloakroom.tier;
