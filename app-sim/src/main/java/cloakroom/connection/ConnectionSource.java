package cloakroom.connection;

import cloakroom.contract.Counter;
import java.util.List;
import java.util.Map;

/**
 * Source of connections: a pool, or a new physical connection for every borrow. {@link ResetLevel}
 * determines how a returned connection is reset, whatever the pool does by default.
 */
public interface ConnectionSource extends AutoCloseable {
  /**
   * Borrows a connection with autoCommit off. Throws a ConnectionException if the connect fails, or
   * if no connection is free within the configured wait.
   */
  Lease borrow();

  /**
   * Borrows a second connection for snapshot writes, because a commit on the first would also
   * commit the user's transaction. A source that also lends the users' connections must reserve
   * one. Otherwise users could borrow all connections and each wait for a second one: a deadlock.
   *
   * @param holder lease that the caller keeps during this borrow; null for none
   * @throws ConnectionException as {@link #borrow}; at once if {@code holder} has the pool's only
   *     connection
   */
  default Lease borrowInternal(Lease holder) {
    return borrow();
  }

  /**
   * Returns a connection for one statement in its own transaction. Reuses {@code holder}, without a
   * round trip, if it is a lease of this source and has no open transaction. Otherwise borrows a
   * second connection with {@link #borrowInternal}.
   */
  default Lease borrowForSingleStatement(Lease holder) {
    Lease own = holder == null || holder.source() != this ? null : holder.forSingleStatement();
    return own == null ? borrowInternal(holder) : own;
  }

  /** Returns counters, all read at one moment: borrows minus returns is the number in use. */
  default Map<Counter, Long> statistics() {
    return Map.of();
  }

  default String name() {
    return "";
  }

  /** Returns the maximum number of connections lent at a time; 0 for no limit. */
  default int limit() {
    return 0;
  }

  /** Returns the state of each borrowed connection, without slowing borrowers. */
  default List<LeaseInfo> leases() {
    return List.of();
  }

  default int waiting() {
    return 0;
  }

  /** Closes idle connections now and each borrowed connection when it is returned. Idempotent. */
  @Override
  void close();
}
