package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;

/**
 * One instance with its state, its owner and its place in the order of use; these and the times
 * change under the lock of {@link InstanceTable}. Module, lease and flags belong to the thread that
 * uses the instance while it is {@link State#BUSY}.
 */
final class ModuleInstance<M extends ApplicationModule> {
  /** States of {@link ApplicationModulePool}. */
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

  /** Place in the order of use, unique in the pool. */
  long place;

  /** Place of the last check-in. */
  long use;

  M module;
  Lease lease;

  /** Session that the connection is prepared for; null without a connection. */
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

  /** Releases the connection, even if the module throws. */
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

  /** Releases the connection unless it may stay and is alive. */
  void disconnectUnless(boolean mayStay) {
    if (!mayStay || hasBrokenLease()) {
      disconnect();
    }
  }

  /** Marks the connection as kept between requests, so that no borrower waits for it. */
  void pin() {
    if (lease != null) {
      lease.pin();
    }
  }

  /** Marks the connection as in use by a request, which may release it. */
  void unpin() {
    if (lease != null) {
      lease.unpin();
    }
  }

  /**
   * Ends the session's transaction. Resets a connection that stays with the instance; the source
   * resets one that is released.
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

  boolean hasBrokenLease() {
    return lease != null && lease.isBroken();
  }

  /** Removes the state from memory; the connection remains. */
  void dropState() {
    holdsState = false;
    module.reset();
  }

  /** Removes all traces of the session from memory. */
  void reset() {
    holdsState = false;
    preparedFor = null;
    if (module != null) {
      module.reset();
    }
  }
}
