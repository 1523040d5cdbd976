/**
 * Watches a real application's connections and names what it leaves in them; a jar of its own that
 * needs the JDK alone. Whatever happens in here, the application's results, exceptions and commits
 * stay as they were.
 */
package cloakroom.inspector;
