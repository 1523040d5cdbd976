package cloakroom.connection;

import cloakroom.contract.Counter;
import java.util.List;
import java.util.Map;

/**
 * Source of connections: a pool, or a new physical connection for every borrow. The {@link
 * ResetLevel} of the settings, and no default of the pool, decides how a connection is reset.
 */
public interface ConnectionSource extends AutoCloseable {
  /**
   * Borrows a connection with autoCommit off; waits up to the wait time of the settings.
   *
   * @throws ConnectionException if none is available in time, or the connect fails
   */
  Lease borrow();

  /**
   * Borrows an internal connection, through which snapshots are written, so that their commit is
   * not the user's. Where it comes from the users' own source (as in ADF by default), the settings
   * reserve one: N holders that all need a second one of N connections would deadlock.
   *
   * @param holder the lease that is not returned before, null if the caller has none
   * @throws ConnectionException as {@link #borrow}; at once, if the holder has the only connection
   */
  default Lease borrowInternal(Lease holder) {
    return borrow();
  }

  /**
   * Returns a connection for one statement that is a transaction of its own: the holder's, without
   * a round trip or a wait, if it comes from this source and is free for that; else as {@link
   * #borrowInternal}.
   */
  default Lease borrowForSingleStatement(Lease holder) {
    Lease own = holder == null || holder.source() != this ? null : holder.forSingleStatement();
    return own == null ? borrowInternal(holder) : own;
  }

  /**
   * Returns consistent counter values, from any thread. Borrowed less returned are in use, created
   * less closed are open.
   */
  default Map<Counter, Long> statistics() {
    return Map.of();
  }

  /** Name in messages and reports, unique in the process. */
  default String name() {
    return "";
  }

  /** Maximum number of connections lent at a time; 0 if there is no limit. */
  default int limit() {
    return 0;
  }

  /** Returns the leases that are open now, without cost for borrowers. */
  default List<LeaseInfo> leases() {
    return List.of();
  }

  /** Number of borrowers that wait for a connection now. */
  default int waiting() {
    return 0;
  }

  /** Closes the physical connections; open leases are closed on return. Idempotent. */
  @Override
  void close();
}
