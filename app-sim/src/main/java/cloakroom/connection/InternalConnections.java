package cloakroom.connection;

/**
 * Where the second connection comes from, the one through which snapshots are written, so that
 * their commit is not the user's. By default it comes from the same source as the first (as in
 * ADF), which can starve itself: N holders who all want a second one of N. There the deadlock is
 * found at the moment it closes, and whoever waits fails at once.
 */
public interface InternalConnections extends AutoCloseable {
  /** From the users' source, whose owner closes it. */
  static InternalConnections shared(ConnectionSource users) {
    return new InternalSource(users, false);
  }

  /** From a source of its own, closed with this. */
  static InternalConnections separate(ConnectionSource own) {
    return new InternalSource(own, true);
  }

  /**
   * Borrows a second connection.
   *
   * @param holder the lease that cannot come back while its holder waits here; null if the caller
   *     holds none
   * @throws ConnectionException as {@link ConnectionSource#borrow}; of kind POOL_EXHAUSTED, at
   *     once, in a deadlock
   */
  Lease borrowFor(Lease holder);

  /** How often a connection was borrowed here. */
  long borrows();

  /** Closes a separate source; a shared one is its owner's to close. */
  @Override
  void close();
}
