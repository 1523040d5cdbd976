package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;

/**
 * One pooled instance of an application module. State, owner, times and places change only under
 * the lock of {@link InstanceTable}. Module, lease and flags belong to the thread that uses the
 * instance while it is {@link State#BUSY}.
 */
final class ModuleInstance<M extends ApplicationModule> {
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
  long place; // in the order of use, unique in the pool
  long use; // place of the last check-in
  M module;
  Lease lease;
  SessionCookie preparedFor; // session of the connection; null without one
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

  /** Releases the connection, even if the module throws an exception. */
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

  void disconnectUnless(boolean mayStay) {
    if (!mayStay || hasBrokenLease()) {
      disconnect();
    }
  }

  void pin() {
    if (lease != null) {
      lease.pin();
    }
  }

  void unpin() {
    if (lease != null) {
      lease.unpin();
    }
  }

  /**
   * Rolls back the session's transaction. If the instance keeps its connection, also resets the
   * connection; otherwise the connection source resets it on return.
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

  /** Removes the session's state from memory. Keeps the connection. */
  void dropState() {
    holdsState = false;
    module.reset();
  }

  void reset() {
    holdsState = false;
    preparedFor = null;
    if (module != null) {
      module.reset();
    }
  }
}
