/** Settings of a run, which {@link cloakroom.stress.settings.SettingsCheck} creates and checks. */
package cloakroom.stress.settings;
