package cloakroom.module;

import cloakroom.connection.Lease;

/**
 * The pool's own record of one instance. State, owner and times change under the pool's lock; the
 * module, its lease and its flags belong to the thread that holds the instance while it is {@link
 * State#BUSY}.
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

  final int id;
  final long createdNanos;
  State state = State.NEW;
  SessionCookie owner;
  long checkedInNanos;

  M module;
  Lease lease;
  SessionCookie preparedFor;
  boolean holdsState;
  boolean leaseBroken;

  ModuleInstance(int id, long createdNanos) {
    this.id = id;
    this.createdNanos = createdNanos;
    this.checkedInNanos = createdNanos;
  }
}
