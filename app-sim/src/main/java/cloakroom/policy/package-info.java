/** Release policies; {@link cloakroom.policy.ReleasePolicy} is the entry point. */
package cloakroom.policy;
