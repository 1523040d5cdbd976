package cloakroom.http;

import cloakroom.app.UserSession;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A session of this node with the queue of its requests and the time of its last use. Taking note
 * of a use takes no lock; either it or the end for want of use comes first, never both.
 */
final class SessionEntry {
  private static final long ENDED = Long.MIN_VALUE;

  private final UserSession session;
  private final SessionQueue queue = new SessionQueue();
  private final AtomicLong lastUsedNanos;

  SessionEntry(UserSession session, long now) {
    this.session = session;
    this.lastUsedNanos = new AtomicLong(now);
  }

  UserSession session() {
    return session;
  }

  SessionQueue queue() {
    return queue;
  }

  /** Takes note of a use; false if the session has ended. */
  boolean use(long now) {
    return lastUsedNanos.updateAndGet(before -> before == ENDED ? ENDED : now) != ENDED;
  }

  /** Ends the session; true for the one who did. */
  boolean end() {
    return lastUsedNanos.getAndSet(ENDED) != ENDED;
  }

  /** Ends the session if it has not been used for longer than this; true for the one who did. */
  boolean expire(long now, long timeoutNanos) {
    long before = lastUsedNanos.get();
    return before != ENDED
        && now - before > timeoutNanos
        && lastUsedNanos.compareAndSet(before, ENDED);
  }
}
