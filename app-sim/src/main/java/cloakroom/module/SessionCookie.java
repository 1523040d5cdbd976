package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.StoredSnapshot;
import java.util.Collection;
import java.util.List;

/**
 * Handle of one session in one pool: the session's identity, the version of its state, and where
 * that state is now. Callers keep and pass it; only the pool changes it.
 *
 * <p>The thread that has the session in use (see {@link #isInUse}) changes version and snapshot.
 * Instance, flags and end change under the lock of {@link InstanceTable}. Volatile fields are also
 * read by threads that have neither.
 */
public final class SessionCookie {
  /** End of a session, which decides on its snapshot. */
  public enum End {
    /** the user logged out: the snapshot is deleted */
    LOGOUT,
    /** the session timed out: the snapshot is deleted unless another node may have it */
    EXPIRED,
    /** as after a crash: the snapshot is left to the purge */
    CRASH
  }

  /**
   * Snapshot write with unknown result, linked to earlier ones: the response was lost.
   *
   * @param snapshot name of the snapshot if it was written
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a record
  record UncertainWrite(StoredSnapshot snapshot, byte[] content, UncertainWrite before) {}

  /** Session that the cookie belongs to. */
  @FunctionalInterface
  public interface Session {
    /** Returns the id of the session, unique across servers (JD-COOKIE). */
    String id();

    /** Returns the session's cookies in all pools. */
    default Collection<SessionCookie> cookies() {
      return List.of();
    }
  }

  private final Session session;

  /** Number of the state, which each change of the state increases. */
  long version;

  /** Snapshot of the session as known to this node; null for none. */
  volatile StoredSnapshot stored;

  /** Writes without a response since the last successful one; null for none. */
  UncertainWrite uncertain;

  /** Newest ticket of the client that no check-out has adopted; null for none. */
  private volatile SessionTicket presented;

  /** Id of a snapshot that this node wrote or read, so that it is the session's own; 0 for none. */
  volatile long verifiedId;

  /** Whether another node has a newer state; the client's next ticket names it. */
  volatile boolean superseded;

  /** Instance with the session's state, or in use by its request; null for none. */
  ModuleInstance<?> instance;

  /** Whether a request uses the session. */
  boolean busy;

  /** Whether the pool takes or passivates the session's instance; its requests wait. */
  boolean detached;

  volatile End end;

  /** Creates the cookie of a session that uses one pool. */
  public SessionCookie(String sessionId) {
    this(() -> sessionId);
  }

  public SessionCookie(Session session) {
    this.session = session;
  }

  public String sessionId() {
    return session.id();
  }

  /** Returns the session's newest snapshot that its client or this node has named, or null. */
  public StoredSnapshot named() {
    SessionTicket shown = presented;
    return shown != null && shown.version() > version ? shown.snapshot() : stored;
  }

  /** Returns whether only the client has named the present snapshot. */
  boolean isUnverified() {
    return stored != null && stored.id() != verifiedId;
  }

  /**
   * Returns the id of a verified snapshot of the session in another pool, the newest one if
   * possible; 0 for none.
   */
  long otherSnapshot() {
    long known = 0;
    for (SessionCookie other : session.cookies()) {
      if (other != this && other.verifiedId != 0) {
        known = other.verifiedId;
        StoredSnapshot newest = other.named();
        if (newest != null && newest.id() == known) {
          return known;
        }
      }
    }
    return known;
  }

  /** Returns the ticket with which another node can continue this session. */
  public SessionTicket ticket() {
    StoredSnapshot snapshot = stored;
    long now = version;
    return new SessionTicket(snapshot == null ? now : Math.max(now, snapshot.version()), snapshot);
  }

  /** Records a ticket of the client. The next check-out adopts it if it is newer than the state. */
  public synchronized void present(SessionTicket ticket) {
    if (presented == null || ticket.version() > presented.version()) {
      presented = ticket;
    }
  }

  /**
   * Adopts the presented ticket if it is newer: this node's own state is stale then. For the thread
   * that uses the session; takes no lock without a ticket.
   */
  boolean adoptPresented() {
    return presented != null && adopt();
  }

  private synchronized boolean adopt() {
    SessionTicket ticket = presented;
    presented = null;
    if (ticket.version() <= version) {
      return false;
    }
    version = ticket.version();
    stored = ticket.snapshot();
    verifiedId = stored == null ? 0 : verifiedId;
    superseded = false;
    return true;
  }

  /** Discards this node's knowledge of the state; the client's next ticket restores it. */
  void forgetState() {
    version = 0;
    forgetSnapshot();
    superseded = true;
  }

  public boolean isSuperseded() {
    return superseded;
  }

  /** Returns whether a request or the pool itself uses the session's state. */
  boolean isInUse() {
    return busy || detached;
  }

  boolean hasUnsavedState() {
    return stored == null || version > stored.version();
  }

  void forgetSnapshot() {
    stored = null;
    verifiedId = 0;
  }

  /** Returns a part of the session id, for logs and messages: the whole id is a secret. */
  @Override
  public String toString() {
    return Lease.shown(session.id());
  }
}
