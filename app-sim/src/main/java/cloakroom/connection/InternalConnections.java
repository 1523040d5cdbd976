package cloakroom.connection;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Where the second connection comes from, the one through which snapshots are written, so that
 * their commit is not the user's. By default it comes from the same source as the first (as in
 * ADF), which can starve itself: N holders who all want a second one of N. There the deadlock is
 * found at the moment it closes, and whoever waits fails at once.
 */
public interface InternalConnections extends AutoCloseable {
  /** From the users' source, whose owner closes it. */
  static InternalConnections shared(ConnectionSource users) {
    return from(users, () -> {});
  }

  /** From a source of its own, closed with this. */
  static InternalConnections separate(ConnectionSource own) {
    return from(own, own::close);
  }

  private static InternalConnections from(ConnectionSource source, Runnable end) {
    AtomicLong borrows = new AtomicLong();
    return new InternalConnections() {
      @Override
      public Lease borrowFor(Lease holder) {
        Lease lease = source.borrowFor(holder);
        borrows.incrementAndGet();
        return lease;
      }

      @Override
      public long borrows() {
        return borrows.get();
      }

      @Override
      public void close() {
        end.run();
      }
    };
  }

  /**
   * Borrows a second connection.
   *
   * @param holder the lease that cannot come back while its holder waits here; null if the caller
   *     holds none
   * @throws ConnectionException as {@link ConnectionSource#borrowFor}
   */
  Lease borrowFor(Lease holder);

  /** How often a connection was borrowed here. */
  long borrows();

  /** Closes a separate source; a shared one is its owner's to close. */
  @Override
  void close();
}
