/**
 * What is compared: the ways in which a program can come by a connection, pools and PgBouncer among
 * them, with equal settings. Nothing here knows what is measured.
 */
package cloakroom.bench.subject;
