/** The simulated application: two pages, each with a root application module of its own (S5). */
package cloakroom.app;
