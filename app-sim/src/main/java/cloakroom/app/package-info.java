/** Simulated application: two pages, each with a root application module. */
package cloakroom.app;
