/**
 * The core: application modules, the pool that shares them among sessions, and the policies that
 * decide what stays between two requests. It knows snapshot stores and connection sources only
 * through their interfaces.
 */
package cloakroom.module;
