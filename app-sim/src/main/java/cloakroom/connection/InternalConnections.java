package cloakroom.connection;

/**
 * Where the second connection comes from, the one through which snapshots are written, so that
 * their commit is not the user's.
 */
public interface InternalConnections extends AutoCloseable {
  /**
   * Borrows a second connection.
   *
   * @param holder the lease that waits for it, because whoever asks holds it meanwhile; null if
   *     there is none
   * @throws ConnectionException as {@link ConnectionSource#borrow}, and at once if nobody could
   *     ever give one back
   */
  Lease borrowFor(Lease holder);

  /** How often a connection was borrowed here. */
  long borrows();

  /** Closes the separate source; a shared source is its owner's to close. */
  @Override
  void close();
}
