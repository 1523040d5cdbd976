/** Statistics that the stress runner and the studies share. */
package cloakroom.statistics;
