/**
 * Family "store": a session's state written and read back, by our stores, by plain JDBC and by the
 * session stores of others on the same database.
 */
package cloakroom.bench.family.store;
