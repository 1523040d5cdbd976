/**
 * Reports on the state that other applications leave in their connections, from samples of idle
 * database sessions.
 */
package cloakroom.stress.observe;
