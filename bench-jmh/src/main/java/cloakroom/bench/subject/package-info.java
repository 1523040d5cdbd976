/** What is compared: the ways in which a program can come by a connection. */
package cloakroom.bench.subject;
