/**
 * Pool of application modules. The entry point is {@link cloakroom.module.ApplicationModulePool}.
 */
package cloakroom.module;
