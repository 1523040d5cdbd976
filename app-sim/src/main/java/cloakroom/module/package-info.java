/**
 * Pool of application modules; {@link cloakroom.module.ApplicationModulePool} is the entry point.
 */
package cloakroom.module;
