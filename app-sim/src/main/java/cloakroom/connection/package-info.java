/** Sources of JDBC connections, their reset on return, and the classes of their failures. */
package cloakroom.connection;
