package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;

/**
 * The pool's own record of one instance, and its place in the pool's order. State, owner, times and
 * places change under the lock of {@link InstanceTable}; the module, its lease and its flags belong
 * to the thread that holds the instance while it is {@link State#BUSY}.
 */
final class ModuleInstance<M extends ApplicationModule> {

  /** Where an instance is in its life. */
  enum State {
    NEW,
    BUSY,
    FREE,
    REFERENCED,
    RESERVED,
    GONE
  }

  final int id;
  final long createdNanos;
  State state = State.NEW;
  SessionCookie owner;
  long checkedInNanos;

  /** Place in the order of use, a number that is unique in the pool. */
  long place;

  /** Place that the last check-in gave. */
  long use;

  M module;
  Lease lease;

  /** The session that the connection is prepared for; null without a connection. */
  SessionCookie preparedFor;

  boolean holdsState;

  ModuleInstance(int id, long createdNanos) {
    this.id = id;
    this.createdNanos = createdNanos;
    this.checkedInNanos = createdNanos;
  }

  void connect(Lease borrowed) {
    lease = borrowed;
    module.connect(lease);
  }

  /** Gives the connection back, whatever the module throws. */
  void disconnect() {
    Lease closing = lease;
    if (closing != null) {
      lease = null;
      preparedFor = null;
      try {
        module.disconnect();
      } finally {
        closing.close();
      }
    }
  }

  /**
   * The connection stays with the instance between requests if it may and is alive; else it goes
   * back.
   */
  void rest(boolean mayStay) {
    if (!mayStay || hasBrokenLease()) {
      disconnect();
    }
  }

  /** Nobody should wait for a connection that stays with its instance between requests. */
  void pin() {
    if (lease != null) {
      lease.pin();
    }
  }

  /** The instance is in a request's hands: its connection will come to rest. */
  void unpin() {
    if (lease != null) {
      lease.unpin();
    }
  }

  /**
   * Ends what the session left in the database. A connection that stays with the instance is
   * cleaned for the next session; one that goes back is cleaned there.
   */
  void cleanUp(boolean stays) {
    if (lease == null) {
      return;
    }
    try {
      if (stays && !lease.isBroken()) {
        lease.reset();
      } else {
        lease.rollback();
      }
    } catch (ConnectionException e) {
      lease.markBroken();
    }
  }

  /** Whether it has a connection that is of no use any more. */
  boolean hasBrokenLease() {
    return lease != null && lease.isBroken();
  }

  /** The state leaves memory; the connection stays as it is. */
  void dropState() {
    holdsState = false;
    module.reset();
  }

  /** Nothing of the session that had it is left in memory. */
  void reset() {
    holdsState = false;
    preparedFor = null;
    if (module != null) {
      module.reset();
    }
  }
}
