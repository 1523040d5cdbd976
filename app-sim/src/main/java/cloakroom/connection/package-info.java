/** Sources of JDBC connections: pools, borrowed connections and their reset on return. */
package cloakroom.connection;
