package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException.Reason;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.SnapshotStoreException.Kind;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.state.CorruptSnapshotException;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotTooLargeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries state between a module and the snapshot store, keeps the cookie's books on it, and says
 * what a failure means for the session.
 */
final class SnapshotKeeper {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotKeeper.class);

  private final String module;
  private final boolean sessionsTravel;
  private final SnapshotStore store;
  private final SnapshotCodec codec;
  private final Counts counts;

  /**
   * The keeper of one pool.
   *
   * @param module name of the pool's modules
   * @param sessionsTravel whether another node may have gone on with a session
   */
  SnapshotKeeper(
      String module,
      boolean sessionsTravel,
      SnapshotStore store,
      SnapshotCodec codec,
      Counts counts) {
    this.module = module;
    this.sessionsTravel = sessionsTravel;
    this.store = store;
    this.codec = codec;
    this.counts = counts;
  }

  /**
   * Writes the module's state as the session's only snapshot, unless it is written already. Where
   * no other node can have written, a snapshot that is gone was purged: it is written anew.
   *
   * @return whether there was anything to write
   */
  boolean save(SessionCookie cookie, ModuleInstance<?> instance, Counter cause) {
    if (!cookie.hasUnsavedState()) {
      return false;
    }
    try {
      write(cookie, instance, cause);
    } catch (SnapshotStoreException e) {
      if (!isConflict(e) || sessionsTravel) {
        throw e;
      }
      cookie.forgetSnapshot();
      write(cookie, instance, cause);
    }
    return true;
  }

  private void write(SessionCookie cookie, ModuleInstance<?> instance, Counter cause) {
    Snapshot snapshot =
        new Snapshot(module, cookie.sessionId(), cookie.version, instance.module.passivate());
    try {
      byte[] content = codec.encode(snapshot);
      cookie.stored = store.write(cookie.stored, cookie.version, content, instance.lease);
    } catch (RuntimeException e) {
      counts.add(isConflict(e) ? Counter.CONFLICTS : Counter.PASSIVATION_FAILURES);
      throw e;
    }
    counts.add(Counter.SNAPSHOT_WRITES);
    counts.add(cause);
  }

  /** Whether a write failed because somebody else had replaced or removed the snapshot. */
  static boolean isConflict(RuntimeException e) {
    return isOf(e, Kind.CONFLICT);
  }

  /**
   * Rebuilds the session's state in the module. A snapshot newer than the cookie knows was written
   * by another node: the cookie takes its version over.
   */
  void restore(SessionCookie cookie, ModuleInstance<?> instance) {
    try {
      Snapshot snapshot = readOwn(cookie.sessionId(), cookie.stored, instance.lease);
      cookie.proved();
      counts.add(Counter.SNAPSHOT_READS);
      counts.add(Counter.REEXECUTIONS, instance.module.activate(snapshot.state()));
      takeOver(cookie, snapshot.version());
    } catch (RuntimeException e) {
      counts.add(Counter.ACTIVATION_FAILURES);
      instance.module.reset();
      throw notActivated(e);
    }
    counts.add(Counter.ACTIVATIONS);
  }

  /**
   * Where sessions travel, a snapshot that is gone is that of a session which has logged out at
   * another node, for all that this one can know.
   */
  private RuntimeException notActivated(RuntimeException e) {
    if (isGone(e) && sessionsTravel) {
      return ended(e);
    }
    if (isLost(e)) {
      return new CheckOutException(
          Reason.ACTIVATION, "the session's state is lost: " + e.getMessage(), e);
    }
    if (e instanceof SnapshotStoreException) {
      return new CheckOutException(
          Reason.ACTIVATION, "the session's state cannot be had now: " + e.getMessage(), e);
    }
    return e;
  }

  /** That the session does not go on here. */
  static CheckOutException ended(RuntimeException cause) {
    return new CheckOutException(
        Reason.ENDED, "the session has ended at another node, or its state is gone", cause);
  }

  /** The failure of a check-out or check-in, in words for a client. */
  static CheckOutException explain(RuntimeException e) {
    if (e instanceof CheckOutException already) {
      return already;
    }
    if (isConflict(e)) {
      return new CheckOutException(
          Reason.CONFLICT,
          "another node has gone on with this session meanwhile; its state counts, and what this"
              + " request did to the session's state is void: send it again",
          e);
    }
    if (e instanceof SnapshotStoreException || e instanceof SnapshotTooLargeException) {
      return new CheckOutException(Reason.PASSIVATION, e.getMessage(), e);
    }
    if (e instanceof ConnectionException) {
      return new CheckOutException(Reason.CONNECTION, e.getMessage(), e);
    }
    throw e;
  }

  private static void takeOver(SessionCookie cookie, long version) {
    if (version > cookie.stored.version()) {
      cookie.stored = new StoredSnapshot(cookie.stored.id(), version);
      cookie.version = Math.max(cookie.version, version);
    }
  }

  /** The snapshot, if it is that session's and at least as new as its name says. */
  private Snapshot readOwn(String session, StoredSnapshot named, Lease holder) {
    Snapshot snapshot = codec.decode(store.read(named.id(), holder));
    if (!snapshot.session().equals(session)
        || !snapshot.module().equals(module)
        || snapshot.version() < named.version()) {
      throw new SnapshotStoreException(
          Kind.MISSING,
          "snapshot " + named + " holds another state than the session left in it",
          null);
    }
    return snapshot;
  }

  /** Whether a snapshot that a client has named is there and is that session's. */
  boolean holds(String session, StoredSnapshot named) {
    try {
      readOwn(session, named, null);
      return true;
    } catch (RuntimeException e) {
      if (isLost(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Whether reading failed for good: there is no such state. */
  static boolean isLost(Throwable e) {
    return e instanceof CorruptSnapshotException || isGone(e) || isOf(e, Kind.DAMAGED);
  }

  /** Whether the session has no such snapshot, which is more than that it is damaged. */
  static boolean isGone(Throwable e) {
    return isOf(e, Kind.MISSING);
  }

  private static boolean isOf(Throwable e, Kind kind) {
    return e instanceof SnapshotStoreException s && s.kind() == kind;
  }

  /**
   * As {@link #dropQuietly} for a snapshot that only the client has named: it goes only if it is
   * the session's own.
   */
  void dropIfOwn(SessionCookie cookie, Lease holder) {
    StoredSnapshot named = cookie.stored;
    try {
      if (named != null) {
        readOwn(cookie.sessionId(), named, holder);
      }
    } catch (RuntimeException e) {
      cookie.forgetSnapshot();
      warn(cookie, e);
    }
    dropQuietly(cookie, holder);
  }

  /** As {@link #drop}; what fails is logged and counted, and leaves the snapshot to the purge. */
  void dropQuietly(SessionCookie cookie, Lease holder) {
    try {
      drop(cookie, holder);
    } catch (RuntimeException e) {
      warn(cookie, e);
    }
  }

  private void warn(SessionCookie cookie, RuntimeException e) {
    LOG.warn("{}: a snapshot of session {} stays behind: {}", module, cookie, e.getMessage());
  }

  /** Deletes the session's snapshot, if it has one; the session forgets it in any case. */
  void drop(SessionCookie cookie, Lease holder) {
    StoredSnapshot gone = cookie.stored;
    if (gone == null) {
      return;
    }
    cookie.forgetSnapshot();
    try {
      store.delete(gone, holder);
      counts.add(Counter.SNAPSHOT_DELETES);
    } catch (SnapshotStoreException e) {
      counts.add(Counter.PASSIVATION_FAILURES);
      throw e;
    }
  }
}
