package cloakroom.http;

import cloakroom.app.UserSession;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A session of this node with its queue and the time of its last use. Taking note of a use takes no
 * lock and makes no garbage, because every request does it; either it or the end for want of use
 * comes first, never both.
 */
final class SessionEntry {
  private static final long EXPIRED = Long.MIN_VALUE;

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

  /** Takes note of a use; false if the session has expired. */
  boolean use(long now) {
    while (true) {
      long before = lastUsedNanos.get();
      if (before == EXPIRED) {
        return false;
      }
      if (lastUsedNanos.compareAndSet(before, now)) {
        return true;
      }
    }
  }

  /** Ends the session if it has not been used for longer than this; true for the one who did. */
  boolean expire(long now, long timeoutNanos) {
    long before = lastUsedNanos.get();
    return before != EXPIRED
        && now - before > timeoutNanos
        && lastUsedNanos.compareAndSet(before, EXPIRED);
  }
}
