package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
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
      cookie.snapshotId = store.write(cookie.snapshotId, content, holder);
    } catch (RuntimeException e) {
      counts.add(Count.PASSIVATION_FAILURES);
      throw e;
    }
    cookie.snapshotVersion = cookie.version;
    counts.add(Count.SNAPSHOT_WRITES);
    counts.add(cause);
  }

  /** Rebuilds the session's state in the module. */
  void restore(SessionCookie cookie, ApplicationModule module, Lease holder) {
    try {
      Snapshot snapshot = codec.decode(store.read(cookie.snapshotId, holder));
      counts.add(Count.SNAPSHOT_READS);
      refuseForeign(cookie, module, snapshot);
      counts.add(Count.REEXECUTIONS, module.activate(snapshot.state()));
    } catch (RuntimeException e) {
      counts.add(Count.ACTIVATION_FAILURES);
      throw e;
    }
    counts.add(Count.ACTIVATIONS);
  }

  private static void refuseForeign(
      SessionCookie cookie, ApplicationModule module, Snapshot snapshot) {
    if (!snapshot.session().equals(cookie.sessionId())
        || !snapshot.module().equals(module.name())
        || snapshot.version() != cookie.snapshotVersion) {
      throw new CorruptSnapshotException(
          "snapshot " + cookie.snapshotId + " holds another state than the session left in it");
    }
  }

  /** Deletes the session's snapshot, if it has one; the session forgets it in any case. */
  void drop(SessionCookie cookie, Lease holder) {
    if (cookie.snapshotId == SessionCookie.NO_SNAPSHOT) {
      return;
    }
    long id = cookie.snapshotId;
    cookie.forgetSnapshot();
    try {
      store.delete(id, holder);
      counts.add(Count.SNAPSHOT_DELETES);
    } catch (SnapshotStoreException e) {
      counts.add(Count.PASSIVATION_FAILURES);
      throw e;
    }
  }
}
