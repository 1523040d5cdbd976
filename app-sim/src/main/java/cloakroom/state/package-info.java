/** Session state of application modules, and the codecs that convert it to bytes and back. */
package cloakroom.state;
