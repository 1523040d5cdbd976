/**
 * Inspector that reports state left in an application's connections. The inspector is a separate
 * jar that requires only the JDK. The jar never changes the application's results, exceptions or
 * commits.
 */
package cloakroom.inspector;
