package cloakroom.module;

import cloakroom.connection.Lease;

/**
 * The pool's own record of one instance, and its place in the pool's lists. State, owner, times and
 * links change under the lock of {@link InstanceTable}; the module, its lease and its flags belong
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

  /** Number of its last check-in, counted over the pool: its place in the order of use. */
  long use;

  /** Neighbours in the order of use. */
  ModuleInstance<M> older;

  ModuleInstance<M> newer;

  M module;
  Lease lease;
  SessionCookie preparedFor;
  boolean holdsState;

  ModuleInstance(int id, long createdNanos) {
    this.id = id;
    this.createdNanos = createdNanos;
    this.checkedInNanos = createdNanos;
  }

  /** Whether it has a connection that is of no use any more. */
  boolean hasBrokenLease() {
    return lease != null && lease.isBroken();
  }

  /** The state leaves memory; the connection stays as it is. */
  void dropState() {
    module.reset();
    holdsState = false;
  }

  /** Nothing of the session that had it is left in memory. */
  void reset() {
    if (module != null) {
      module.reset();
    }
    holdsState = false;
    preparedFor = null;
  }

  /** Whether a request without an instance of its own could be given it. */
  boolean isAvailable() {
    return state == State.FREE || state == State.REFERENCED;
  }
}
