/** Simulated application: two pages, each with its own root application module (S5). */
package cloakroom.app;
