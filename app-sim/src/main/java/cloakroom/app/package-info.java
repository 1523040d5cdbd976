/** Simulated application: pages that use root application modules. */
package cloakroom.app;
