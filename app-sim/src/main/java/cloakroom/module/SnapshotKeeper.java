package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.SnapshotStoreException.Kind;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.state.CorruptSnapshotException;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;

/** Carries state between a module and the snapshot store, and keeps the cookie's books on it. */
final class SnapshotKeeper {
  private final SnapshotStore store;
  private final SnapshotCodec codec;
  private final Counts counts;

  SnapshotKeeper(SnapshotStore store, SnapshotCodec codec, Counts counts) {
    this.store = store;
    this.codec = codec;
    this.counts = counts;
  }

  /** Writes the module's state as the session's only snapshot. */
  void save(SessionCookie cookie, ApplicationModule module, Lease holder, Count cause) {
    Snapshot snapshot =
        new Snapshot(module.name(), cookie.sessionId(), cookie.version, module.passivate());
    try {
      byte[] content = codec.encode(snapshot);
      cookie.stored = store.write(cookie.stored, cookie.version, content, holder);
    } catch (RuntimeException e) {
      counts.add(isConflict(e) ? Count.CONFLICTS : Count.PASSIVATION_FAILURES);
      throw e;
    }
    counts.add(Count.SNAPSHOT_WRITES);
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
  void restore(SessionCookie cookie, ApplicationModule module, Lease holder) {
    try {
      Snapshot snapshot = readOwn(cookie.sessionId(), module.name(), cookie.stored, holder);
      cookie.proved();
      counts.add(Count.SNAPSHOT_READS);
      counts.add(Count.REEXECUTIONS, module.activate(snapshot.state()));
      takeOver(cookie, snapshot.version());
    } catch (RuntimeException e) {
      counts.add(Count.ACTIVATION_FAILURES);
      throw e;
    }
    counts.add(Count.ACTIVATIONS);
  }

  private static void takeOver(SessionCookie cookie, long version) {
    if (version > cookie.stored.version()) {
      cookie.stored = new StoredSnapshot(cookie.stored.id(), version);
      cookie.version = Math.max(cookie.version, version);
    }
  }

  /** The snapshot, if it is that session's and at least as new as its name says. */
  private Snapshot readOwn(String session, String module, StoredSnapshot named, Lease holder) {
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
  boolean holds(String session, String module, StoredSnapshot named) {
    try {
      readOwn(session, module, named, null);
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
   * As {@link #drop} for a snapshot that only the client has named: it goes only if it is the
   * session's own.
   */
  void dropIfOwn(SessionCookie cookie, String module, Lease holder) {
    if (cookie.stored != null) {
      try {
        readOwn(cookie.sessionId(), module, cookie.stored, holder);
      } catch (CorruptSnapshotException | SnapshotStoreException e) {
        cookie.forgetSnapshot();
        throw e;
      }
    }
    drop(cookie, holder);
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
      counts.add(Count.SNAPSHOT_DELETES);
    } catch (SnapshotStoreException e) {
      counts.add(Count.PASSIVATION_FAILURES);
      throw e;
    }
  }
}
