package cloakroom.connection;

/**
 * Where connections come from: a pool, or a new physical connection for every borrow. What a
 * returned connection is cleaned of is decided by our own {@link Hygiene}, never by the pool's
 * habit.
 */
public interface ConnectionSource extends AutoCloseable {
  /**
   * Borrows a connection with autoCommit off; waits up to the wait time of the settings.
   *
   * @throws ConnectionException if none came in time, or the database refused
   */
  Lease borrow();

  /**
   * Borrows a second connection for a holder that keeps its own meanwhile.
   *
   * @param holder null if the caller holds none; a lease of another source cannot starve this one
   * @throws ConnectionException as {@link #borrow}; of kind POOL_EXHAUSTED, at once, in a deadlock
   */
  default Lease borrowFor(Lease holder) {
    return borrow();
  }

  /** The figures so far; cheap, from any thread. */
  SourceStatistics statistics();

  /** Closes the physical connections; leases still out are closed as they return. Idempotent. */
  @Override
  void close();
}
