/**
 * Family "store": a session's state written and read back, by our stores and by plain JDBC on the
 * same database.
 */
package cloakroom.bench.family.store;
