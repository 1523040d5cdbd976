/**
 * What is looked at each second of a trial, and before and after it: tier, database, operating
 * system. {@link cloakroom.stress.watch.Sampler} writes it down on one clock.
 */
package cloakroom.stress.watch;
