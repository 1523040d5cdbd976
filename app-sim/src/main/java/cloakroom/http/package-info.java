/** The tier's HTTP face: sessions by cookie, the pages, the measuring, the admin port. */
package cloakroom.http;
