package cloakroom.http;

import cloakroom.app.UserSession;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A session of this node with the queue of its requests and the time of its last use, all in one
 * object because there may be very many that do nothing. Taking note of a use takes no lock and
 * makes no garbage, because every request does it; either it or the end for want of use comes
 * first, never both.
 */
final class SessionEntry extends SessionQueue {
  private static final long ENDED = Long.MIN_VALUE;
  private static final VarHandle LAST_USED;

  static {
    try {
      LAST_USED =
          MethodHandles.lookup().findVarHandle(SessionEntry.class, "lastUsedNanos", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final UserSession session;
  private volatile long lastUsedNanos;

  SessionEntry(UserSession session, long now) {
    this.session = session;
    this.lastUsedNanos = now;
  }

  UserSession session() {
    return session;
  }

  SessionQueue queue() {
    return this;
  }

  /** Takes note of a use; false if the session has ended. */
  boolean use(long now) {
    while (true) {
      long before = lastUsedNanos;
      if (before == ENDED) {
        return false;
      }
      if (LAST_USED.compareAndSet(this, before, now)) {
        return true;
      }
    }
  }

  /** Ends the session; true for the one who did. */
  boolean end() {
    return (long) LAST_USED.getAndSet(this, ENDED) != ENDED;
  }

  /** Ends the session if it has not been used for longer than this; true for the one who did. */
  boolean expire(long now, long timeoutNanos) {
    long before = lastUsedNanos;
    return before != ENDED
        && now - before > timeoutNanos
        && LAST_USED.compareAndSet(this, before, ENDED);
  }
}
