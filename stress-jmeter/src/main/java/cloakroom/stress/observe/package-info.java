/**
 * Analysis of other applications: samples of their idle database sessions, and findings about the
 * state that they leave in connections.
 */
package cloakroom.stress.observe;
