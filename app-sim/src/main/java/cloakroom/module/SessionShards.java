package cloakroom.module;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** All shards of a pool. What concerns all of them is for who holds the pool's lock. */
final class SessionShards<M extends ApplicationModule> {
  /**
   * A power of two, several for each processor, so that two requests seldom want the same, nor one
   * that the other processor has just written.
   */
  private static final int COUNT =
      Math.min(64, 8 * Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));

  private final List<SessionShard<M>> shards = new ArrayList<>();

  SessionShards() {
    for (int i = 0; i < COUNT; i++) {
      shards.add(new SessionShard<>());
    }
  }

  /** The shard of a session, always the same one. */
  SessionShard<M> of(SessionCookie cookie) {
    return shards.get(cookie.spread & COUNT - 1);
  }

  /** Takes the lock of each. */
  void lock() {
    for (SessionShard<M> shard : shards) {
      shard.lock.lock();
    }
  }

  /** Gives them back. */
  void unlock() {
    for (SessionShard<M> shard : shards) {
      shard.lock.unlock();
    }
  }

  /**
   * Does something with the least recently used instance of all, under the lock of its shard alone.
   * The other shards go on meanwhile; what comes back to them is used more recently.
   *
   * @return the outcome, or null if no instance was seen
   */
  <R> R withOldest(Function<ModuleInstance<M>, R> work) {
    SessionShard<M> seen;
    while ((seen = seemsOldest()) != null) {
      seen.lock.lock();
      try {
        if (seemsOldest() == seen) {
          return work.apply(seen.referenced.oldest());
        }
      } finally {
        seen.lock.unlock();
      }
    }
    return null;
  }

  /** Where the least recently used instance seems to be as long as nobody holds the locks. */
  private SessionShard<M> seemsOldest() {
    SessionShard<M> oldest = null;
    long rank = OrderedInstances.NO_RANK;
    for (SessionShard<M> shard : shards) {
      long other = shard.referenced.oldestRank();
      if (other < rank) {
        oldest = shard;
        rank = other;
      }
    }
    return oldest;
  }

  /** The least recently used instance that holds a session's state, or null. */
  ModuleInstance<M> oldest() {
    ModuleInstance<M> oldest = null;
    for (SessionShard<M> shard : shards) {
      oldest = AvailableInstances.older(oldest, shard.referenced.oldest());
    }
    return oldest;
  }

  /** The least recently used one that has a connection, or null. */
  ModuleInstance<M> oldestConnected() {
    ModuleInstance<M> oldest = null;
    for (SessionShard<M> shard : shards) {
      oldest = AvailableInstances.older(oldest, shard.referenced.oldestConnected());
    }
    return oldest;
  }

  /** Instances that hold a session's state and may be taken from it. */
  int referenced() {
    int sum = 0;
    for (SessionShard<M> shard : shards) {
      sum += shard.referenced.size();
    }
    return sum;
  }

  /** Instances that are bound to a session. */
  int reserved() {
    int sum = 0;
    for (SessionShard<M> shard : shards) {
      sum += shard.reserved;
    }
    return sum;
  }
}
