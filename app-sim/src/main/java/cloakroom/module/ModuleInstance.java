package cloakroom.module;

import cloakroom.connection.Lease;

/**
 * The pool's own record of one instance, and its place in the pool's lists. State, owner, times and
 * links change under the locks of {@link InstanceBooks}; the module, its lease and its flags belong
 * to the thread that holds the instance while it is {@link State#BUSY}.
 */
final class ModuleInstance<M extends ApplicationModule> {

  /** Where an instance is in its life (ADF-BC: NEW, BUSY, FREE, REF, RESV, GONE). */
  enum State {
    NEW,
    BUSY,
    FREE,
    REFERENCED,
    RESERVED,
    GONE
  }

  private static final State[] STATES = State.values();

  final int id;
  final long createdNanos;
  SessionCookie owner;
  long checkedInNanos;

  /** What it stands by in its list: when it was checked in, unless a thief has given it back. */
  long rankNanos;

  /** Whether a cleanup pass will look at its rank. */
  boolean outOfPlace;

  /** Its place among those of its session's shard, or among the free ones. */
  int seat = Seats.NONE;

  /** A number for the same reason as {@link Seats}. */
  private byte state;

  /** Neighbours in {@link CreationOrder}. */
  ModuleInstance<M> createdBefore;

  ModuleInstance<M> createdAfter;

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

  State state() {
    return STATES[state];
  }

  @SuppressWarnings("EnumOrdinal") // it never leaves this object
  void state(State now) {
    state = (byte) now.ordinal();
  }

  /** Whether a request without an instance of its own could be given it. */
  boolean isAvailable() {
    return state() == State.FREE || state() == State.REFERENCED;
  }
}
