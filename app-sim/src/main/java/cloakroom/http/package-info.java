/** HTTP server of a node: pages, sessions by cookie, request metrics and the admin port. */
package cloakroom.http;
