/** Session state of application modules, and codecs that convert it to bytes and back. */
package cloakroom.state;
