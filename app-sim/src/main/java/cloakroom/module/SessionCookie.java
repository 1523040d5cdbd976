package cloakroom.module;

import java.util.Objects;

/**
 * One session's claim on one pool: who it is, which version its state has, and where that state is
 * now. The pool changes it under its own lock; everybody else only carries it.
 */
public final class SessionCookie {
  /** No snapshot in the store. */
  static final long NO_SNAPSHOT = 0;

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
  long snapshotId = NO_SNAPSHOT;
  long snapshotVersion = -1;
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
    return version > snapshotVersion;
  }

  void forgetSnapshot() {
    snapshotId = NO_SNAPSHOT;
    snapshotVersion = -1;
  }

  @Override
  public String toString() {
    return applicationId + "/" + sessionId;
  }
}
