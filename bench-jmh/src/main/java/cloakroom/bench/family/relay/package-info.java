/**
 * The relay between a tier and its database, against the bare way: how many round trips it carries,
 * what it adds, and how exactly it keeps a distance.
 */
package cloakroom.bench.family.relay;
