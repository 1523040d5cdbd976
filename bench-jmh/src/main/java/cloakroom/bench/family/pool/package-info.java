/**
 * Family "pool": what check-out and check-in of the module pool cost beside HikariCP's borrow and
 * return, over modules and connections without content. And what a session costs that does nothing.
 */
package cloakroom.bench.family.pool;
