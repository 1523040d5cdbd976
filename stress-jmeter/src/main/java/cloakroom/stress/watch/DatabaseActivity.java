package cloakroom.stress.watch;

/**
 * The tier's connections as the database sees them.
 *
 * @param connections all of them
 * @param active those that run a statement
 * @param idleInTransaction those that hold a transaction open and do nothing
 */
public record DatabaseActivity(int connections, int active, int idleInTransaction) {}
