/** Observation of other applications: their idle sessions, and findings of the inspector. */
package cloakroom.stress.observe;
