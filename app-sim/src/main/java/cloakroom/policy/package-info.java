/**
 * Release policies: the {@code jbo.*} settings, their presets, and the rules between them. {@link
 * cloakroom.policy.ReleasePolicy} is the entry.
 */
package cloakroom.policy;
