/**
 * What the tier's HTTP side costs: its requests a second against those of a bare Jetty server of
 * the same make, driven over loopback by a thread for each user.
 */
package cloakroom.bench.family.http;
