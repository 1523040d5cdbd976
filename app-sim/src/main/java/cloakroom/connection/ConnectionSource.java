package cloakroom.connection;

import cloakroom.contract.Counter;
import java.util.List;
import java.util.Map;

/**
 * Where connections come from: a pool, or a new physical connection for every borrow. What a
 * returned connection is cleaned of is decided by our own {@link ResetLevel}, never by the pool's
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
   * Borrows an internal connection, the one through which snapshots are written, so that their
   * commit is not the user's. Where it comes from the users' own source (as in ADF by default), the
   * settings reserve one for that: N holders who all want a second one of N would wait for ever.
   *
   * @param holder the lease that cannot come back meanwhile, null if the caller holds none
   * @throws ConnectionException as {@link #borrow}; at once, if the holder has the only one there
   *     is
   */
  default Lease borrowInternal(Lease holder) {
    return borrow();
  }

  /**
   * A connection for one statement that is a transaction of its own: the holder's, if it comes from
   * this source and is free for that, which asks the database nothing and waits for nobody; else as
   * {@link #borrowInternal}.
   */
  default Lease borrowForSingleStatement(Lease holder) {
    Lease own = holder == null || holder.source() != this ? null : holder.forSingleStatement();
    return own == null ? borrowInternal(holder) : own;
  }

  /**
   * The figures so far, of one moment; cheap, from any thread. Borrowed less returned are in use,
   * created less closed are open.
   */
  default Map<Counter, Long> statistics() {
    return Map.of();
  }

  /** In messages and figures, unique in the process. */
  default String name() {
    return "";
  }

  /** Most connections that it gives out at a time; 0 if there is no limit. */
  default int limit() {
    return 0;
  }

  /** Who has its connections now; asked by whoever looks, and no work for borrowers. */
  default List<LeaseInfo> holdings() {
    return List.of();
  }

  /** Borrowers that wait for a connection now. */
  default int waiting() {
    return 0;
  }

  /** Closes the physical connections; leases still out are closed as they return. Idempotent. */
  @Override
  void close();
}
