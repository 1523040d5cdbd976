/**
 * Pool of application modules that sessions share. {@link cloakroom.module.ApplicationModulePool}
 * is the entry. It uses snapshot stores and connection sources only through their interfaces.
 */
package cloakroom.module;
