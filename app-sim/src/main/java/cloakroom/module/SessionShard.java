package cloakroom.module;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A part of a pool's sessions: its lock guards their cookies and the instances that hold their
 * state. A session that comes back to its own instance needs no other lock.
 */
final class SessionShard<M extends ApplicationModule> {
  final ReentrantLock lock = new ReentrantLock();

  /** What sessions of this shard may lose to others. */
  final AvailableInstances<M> referenced = new AvailableInstances<>();

  /** How many instances are bound to sessions of this shard. */
  int reserved;
}
