/**
 * The module pool by itself, beside a connection pool: no database, no HTTP, modules of nothing.
 */
package cloakroom.bench.pool;
