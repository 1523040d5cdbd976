/**
 * Analysis of other applications: samples of their idle database sessions, and findings about their
 * connections.
 */
package cloakroom.stress.observe;
