/**
 * What a session remembers: view objects, pending changes and custom data. Codecs turn it into
 * bytes and back, and refuse damaged ones.
 */
package cloakroom.state;
