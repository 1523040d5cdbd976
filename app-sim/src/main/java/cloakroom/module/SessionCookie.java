package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.StoredSnapshot;
import java.util.Collection;
import java.util.List;

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
    /** as after a crash, or where another node may have gone on: the snapshot stays behind */
    CRASH
  }

  /** A snapshot under the name that it would have, and those that were in doubt before it. */
  static final class UncertainWrite {
    final StoredSnapshot name;
    final byte[] content;
    final UncertainWrite before;

    UncertainWrite(StoredSnapshot name, byte[] content, UncertainWrite before) {
      this.name = name;
      this.content = content;
      this.before = before;
    }
  }

  /** Session that the cookie belongs to. */
  public interface Session {
    /** Id of the session, unique across servers (JD-COOKIE). */
    String id();

    /** The session's cookies for all pools. */
    Collection<SessionCookie> cookies();
  }

  private record SinglePool(String id) implements Session {
    @Override
    public Collection<SessionCookie> cookies() {
      return List.of();
    }
  }

  private final Session session;

  long version;

  /** The session's snapshot as this node knows it; null for none. */
  volatile StoredSnapshot stored;

  /** What the store has or has not, because it did not answer; null where nothing is in doubt. */
  UncertainWrite doubt;

  private volatile SessionTicket presented;

  /** Id of a snapshot that is known to be the session's own; 0 for none. */
  volatile long proved;

  /** Another node has gone on, so that the state here is void until the client's ticket tells. */
  volatile boolean superseded;

  /** This and what follows changes under the lock of {@link InstanceTable}. */
  ModuleInstance<?> instance;

  boolean busy;

  /** The pool is taking its instance away, or works on it: the session's requests wait. */
  boolean detached;

  volatile End end;

  /** Cookie of a session that uses one pool. */
  public SessionCookie(String sessionId) {
    this(new SinglePool(sessionId));
  }

  public SessionCookie(Session session) {
    this.session = session;
  }

  public String sessionId() {
    return session.id();
  }

  /** The session's newest snapshot that its client or this node has named; null for none. */
  public StoredSnapshot named() {
    SessionTicket shown = presented;
    return shown != null && shown.version() > version ? shown.snapshot() : stored;
  }

  /** Whether only the client has named the present snapshot. */
  boolean isUnproved() {
    return stored != null && stored.id() != proved;
  }

  /**
   * Returns the id of the session's snapshot in another pool, 0 for none: the newest one if it is
   * known to be the session's own, otherwise an older one.
   */
  long otherSnapshot() {
    long known = 0;
    for (SessionCookie other : session.cookies()) {
      if (other != this && other.proved != 0) {
        known = other.proved;
        StoredSnapshot newest = other.named();
        if (newest != null && newest.id() == known) {
          return known;
        }
      }
    }
    return known;
  }

  /** What another node must be told to go on with this session. */
  public SessionTicket ticket() {
    StoredSnapshot snapshot = stored;
    long now = version;
    return new SessionTicket(snapshot == null ? now : Math.max(now, snapshot.version()), snapshot);
  }

  /**
   * The client shows its ticket. If it is newer than what this node knows, the session's next
   * check-out goes on from there.
   */
  public synchronized void present(SessionTicket ticket) {
    if (presented == null || ticket.version() > presented.version()) {
      presented = ticket;
    }
  }

  /**
   * Takes over what the client has shown, if that is newer: then this node's own state is stale.
   * For the thread that has the session in hand; where nothing was shown it takes no lock.
   */
  boolean catchUp() {
    return presented != null && takeOverPresented();
  }

  private synchronized boolean takeOverPresented() {
    SessionTicket ticket = presented;
    presented = null;
    if (ticket.version() <= version) {
      return false;
    }
    version = ticket.version();
    stored = ticket.snapshot();
    proved = stored == null ? 0 : proved;
    superseded = false;
    return true;
  }

  /** This node knows nothing of the session's state any more; the client's next ticket tells. */
  void forgetState() {
    version = 0;
    forgetSnapshot();
    superseded = true;
  }

  public boolean isSuperseded() {
    return superseded;
  }

  /** Whether a request or the pool itself has the session's state in hand. */
  boolean isAtWork() {
    return busy || detached;
  }

  boolean hasUnsavedState() {
    return stored == null || version > stored.version();
  }

  void forgetSnapshot() {
    stored = null;
    proved = 0;
  }

  /** For logs and messages, so without the whole id. */
  @Override
  public String toString() {
    return Lease.shown(session.id());
  }
}
