/**
 * Settings of a run: options as typed, checked and completed before anything starts. {@link
 * cloakroom.stress.settings.SettingsCheck} is the entry.
 */
package cloakroom.stress.settings;
