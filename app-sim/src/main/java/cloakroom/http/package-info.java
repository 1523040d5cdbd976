/** HTTP server of a node: pages, cookie sessions, request metrics and the admin port. */
package cloakroom.http;
