/** Where JDBC connections come from, what they are cleaned of, and what their failures mean. */
package cloakroom.connection;
