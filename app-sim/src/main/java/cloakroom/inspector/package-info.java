/**
 * Inspector of an application's connections, which reports state left in them; a separate jar that
 * requires only the JDK. It never changes the application's results, exceptions and commits.
 */
package cloakroom.inspector;
