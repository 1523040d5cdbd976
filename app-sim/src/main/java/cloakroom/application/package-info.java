/** Simulated application as its file defines it; read by the tier, sent to the runner as JSON. */
package cloakroom.application;
