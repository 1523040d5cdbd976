/**
 * Observation of an application that Cloakroom did not start: idle sessions, and what the inspector
 * has found.
 */
package cloakroom.stress.observe;
