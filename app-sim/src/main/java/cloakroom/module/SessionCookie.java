package cloakroom.module;

import cloakroom.passivation.StoredSnapshot;
import java.util.Objects;

/**
 * One session's claim on one pool: who it is, which version its state has, and where that state is
 * now. The pool changes it under its own lock; everybody else only carries it.
 */
public final class SessionCookie {
  /** How a session ends, which decides what becomes of its snapshot. */
  public enum End {
    /** the user logged out: the snapshot is deleted */
    LOGOUT,
    /** the session timed out: the snapshot is deleted */
    EXPIRED,
    /** as after a crash: the snapshot stays behind as an orphan */
    CRASH
  }

  private final String applicationId;
  private final String sessionId;

  long version;

  /** The session's snapshot as this node knows it; null for none. */
  StoredSnapshot stored;

  ModuleInstance<?> instance;
  boolean busy;
  boolean passivating;
  End end;

  /** A new session without any state. */
  public SessionCookie(String applicationId, String sessionId) {
    this.applicationId = Objects.requireNonNull(applicationId, "applicationId");
    this.sessionId = Objects.requireNonNull(sessionId, "sessionId");
  }

  /** Name of the application, the first half of the identity (JD-COOKIE). */
  public String applicationId() {
    return applicationId;
  }

  /** Id of the session, unique across servers, the second half of the identity (JD-COOKIE). */
  public String sessionId() {
    return sessionId;
  }

  boolean hasUnsavedState() {
    return stored == null || version > stored.version();
  }

  void forgetSnapshot() {
    stored = null;
  }

  @Override
  public String toString() {
    return applicationId + "/" + sessionId;
  }
}
