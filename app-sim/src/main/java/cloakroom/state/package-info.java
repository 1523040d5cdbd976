/** What a session remembers: view state and pending changes, and how both become bytes. */
package cloakroom.state;
