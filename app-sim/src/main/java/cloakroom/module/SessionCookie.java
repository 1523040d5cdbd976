package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.StoredSnapshot;
import java.util.Collection;
import java.util.List;

/**
 * Handle of one session in one pool. The handle contains the version and the current place of the
 * session's state. Only the pool changes the handle.
 *
 * <p>Only the thread that uses the session changes version and snapshot (see {@link #isInUse}).
 * Instance, flags and end change under the lock of {@link InstanceTable}. Other threads read only
 * the volatile fields.
 */
public final class SessionCookie {
  /**
   * Reason for the end of a session. LOGOUT deletes the session's snapshot. EXPIRED keeps the
   * snapshot if failover is on, because another node may continue the session. After a CRASH, a
   * purge deletes the snapshot.
   */
  public enum End {
    LOGOUT,
    EXPIRED,
    CRASH
  }

  /**
   * Snapshot write with unknown result, because the connection failed before the response.
   *
   * @param before earlier write with unknown result; null if none
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a record
  record UncertainWrite(StoredSnapshot snapshot, byte[] content, UncertainWrite before) {}

  @FunctionalInterface
  public interface Session {
    /** Returns the session id, which is unique across servers. */
    String id();

    default Collection<SessionCookie> cookies() {
      return List.of();
    }
  }

  private final Session session;
  long version; // each change of the state increases it
  volatile StoredSnapshot stored; // as known to this node; null for none
  UncertainWrite uncertain; // since the last successful write; null for none
  private volatile SessionTicket presented; // newest one that no check-out has adopted, or null

  /** Id of a snapshot of this session that this node has written or read itself; 0 if none. */
  volatile long verifiedId;

  volatile boolean superseded; // another node has a newer state, which the next ticket names
  ModuleInstance<?> instance; // with the session's state, or in use by its request; or null
  boolean busy; // a request uses the session
  boolean detached; // the pool takes or passivates the instance; requests wait
  volatile End end;

  public SessionCookie(String sessionId) {
    this(() -> sessionId);
  }

  public SessionCookie(Session session) {
    this.session = session;
  }

  public String sessionId() {
    return session.id();
  }

  /** Returns the newest snapshot known from this node or the failover cookie; null if none. */
  public StoredSnapshot named() {
    SessionTicket shown = presented;
    return shown != null && shown.version() > version ? shown.snapshot() : stored;
  }

  boolean isUnverified() {
    return stored != null && stored.id() != verifiedId;
  }

  /**
   * Returns the id of this session's snapshot in another pool; 0 if none is known. As long as this
   * snapshot exists in the store, no node has ended the session.
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

  public SessionTicket ticket() {
    StoredSnapshot snapshot = stored;
    long now = version;
    return new SessionTicket(snapshot == null ? now : Math.max(now, snapshot.version()), snapshot);
  }

  /**
   * Stores the client's failover cookie. The next check-out uses it if this node's state is older.
   */
  public synchronized void present(SessionTicket ticket) {
    if (presented == null || ticket.version() > presented.version()) {
      presented = ticket;
    }
  }

  /**
   * Takes version and snapshot from the client's failover cookie if the cookie's version is newer.
   * Only the thread that uses the session may call this method.
   *
   * @return whether the cookie was newer, so that this node's state is stale
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

  /** Discards version and snapshot; the client's next failover cookie restores them. */
  void forgetState() {
    version = 0;
    forgetSnapshot();
    superseded = true;
  }

  public boolean isSuperseded() {
    return superseded;
  }

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

  /** Returns a part of the session id for logs, because the whole id is a secret. */
  @Override
  public String toString() {
    return Lease.shown(session.id());
  }
}
