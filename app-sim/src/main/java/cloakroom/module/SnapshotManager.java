package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException.CheckOutFailure;
import cloakroom.module.SessionCookie.End;
import cloakroom.module.SessionCookie.UncertainWrite;
import cloakroom.passivation.PiggybackWrite;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStore.Stored;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.passivation.SnapshotStoreException.StoreFailure;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleaseLevel;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.ModuleState;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodec.CorruptSnapshotException;
import cloakroom.state.SnapshotCodec.SnapshotTooLargeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manager that saves session state as snapshots (passivation) and restores it (activation). The
 * session's {@link SessionCookie} records which snapshot is current.
 *
 * <p>A session has at most one snapshot. A write replaces the snapshot that the cookie names. The
 * store reports a conflict if another node has replaced or deleted that snapshot. Only the thread
 * that owns the session's instance or in-memory state changes the cookie.
 */
final class SnapshotManager {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotManager.class);

  private final String module;
  private final ReleasePolicy policy;
  private final boolean supportsFailover;
  private final SnapshotStore store;
  private final SnapshotCodec codec;
  private final TierCounters counts;

  /** Session states kept in memory, not in the store. A thread removes an entry before using it. */
  private final Map<SessionCookie, ModuleState> inMemory = new ConcurrentHashMap<>();

  SnapshotManager(
      String module,
      ReleasePolicy policy,
      SnapshotStore store,
      SnapshotCodec codec,
      TierCounters counts) {
    this.module = module;
    this.policy = policy;
    this.supportsFailover = policy.writesCookieToClient();
    this.store = store;
    this.codec = codec;
    this.counts = counts;
  }

  /**
   * Writes the module's state as the session's only snapshot, unless the stored snapshot is
   * current. Without failover, a conflict means that a purge deleted the old snapshot; the method
   * then writes a new one.
   *
   * @return whether a snapshot was written
   */
  boolean save(SessionCookie cookie, ModuleInstance<?> instance, Counter cause) {
    return save(cookie, instance.module::passivate, instance.lease, cause);
  }

  private boolean save(
      SessionCookie cookie, Supplier<ModuleState> state, Lease holder, Counter cause) {
    if (!cookie.hasUnsavedState()) {
      return false;
    }
    ModuleState passivated = state.get();
    try {
      write(cookie, passivated, holder, cause);
    } catch (SnapshotStoreException e) {
      if (!isConflict(e) || supportsFailover) {
        throw e;
      }
      cookie.forgetSnapshot();
      write(cookie, passivated, holder, cause);
    }
    return true;
  }

  /** Saves the state of the session {@code owner}; discards it if another node has newer state. */
  void passivate(SessionCookie owner, ModuleInstance<?> instance, Counter cause) {
    if (saveUnlessStale(owner, instance.module::passivate, instance.lease, cause)) {
      counts.add(Counter.LOGICAL_PASSIVATIONS);
    }
  }

  private boolean saveUnlessStale(
      SessionCookie owner, Supplier<ModuleState> state, Lease holder, Counter cause) {
    try {
      save(owner, state, holder, cause);
      return true;
    } catch (SnapshotStoreException e) {
      if (!isConflict(e)) {
        throw e;
      }
      owner.forgetState();
      counts.add(Counter.STALE_STATES);
      return false;
    }
  }

  void passivateToMemory(SessionCookie owner, ModuleInstance<?> instance) {
    inMemory.put(owner, instance.module.passivate());
    counts.add(Counter.PASSIVATIONS_TO_MEMORY);
    counts.add(Counter.LOGICAL_PASSIVATIONS);
  }

  /** Writes in-memory states to the store when the node stops. Keeps a state whose write fails. */
  void storeFromMemory() {
    for (SessionCookie owner : inMemory.keySet()) {
      inMemory.computeIfPresent(
          owner,
          (known, state) -> {
            try {
              saveUnlessStale(owner, () -> state, null, Counter.SNAPSHOT_WRITES_STOP);
              return null;
            } catch (RuntimeException e) {
              logKept(owner, "its state in memory", e);
              return state;
            }
          });
    }
  }

  Set<SessionCookie> sessionsInMemory() {
    return inMemory.keySet();
  }

  private void write(SessionCookie cookie, ModuleState state, Lease holder, Counter cause) {
    Snapshot snapshot = new Snapshot(module, cookie.sessionId(), cookie.version, state);
    byte[] content = null;
    try {
      content = codec.encode(snapshot);
      boolean first = cookie.stored == null && policy.provesSessions();
      long other = first ? cookie.otherSnapshot() : 0;
      cookie.stored = store.write(cookie.stored, other, cookie.version, content, holder);
    } catch (RuntimeException e) {
      if (!isConflict(e) || !matchesUncertainWrite(cookie, holder)) {
        if (e instanceof SnapshotStoreException s && s.possiblyWritten() != null) {
          cookie.uncertain = new UncertainWrite(s.possiblyWritten(), content, cookie.uncertain);
        }
        counts.add(isConflict(e) ? Counter.CONFLICTS : Counter.PASSIVATION_FAILURES);
        throw e;
      }
      if (cookie.hasUnsavedState()) {
        write(cookie, state, holder, cause);
        return;
      }
    }
    cookie.verifiedId = cookie.stored.id();
    cookie.uncertain = null;
    counts.add(Counter.SNAPSHOT_WRITES);
    counts.add(cause);
  }

  /**
   * Returns whether the conflicting snapshot is an earlier write of this session whose response was
   * lost. If so, makes that snapshot the current snapshot of the session.
   */
  private boolean matchesUncertainWrite(SessionCookie cookie, Lease holder) {
    UncertainWrite write = cookie.uncertain;
    cookie.uncertain = null;
    while (write != null && !isInStore(write, holder)) {
      write = write.before();
    }
    if (write != null) {
      cookie.stored = write.snapshot();
    }
    return write != null;
  }

  private boolean isInStore(UncertainWrite write, Lease holder) {
    try {
      return Arrays.equals(write.content(), store.read(write.snapshot().id(), holder));
    } catch (SnapshotStoreException e) {
      if (!isLost(e)) {
        throw e;
      }
      return false;
    }
  }

  /**
   * Prepares a snapshot write that the commit executes. Returns empty if failover is on: after a
   * lost response, this node could mistake another node's write for its own.
   */
  Optional<PiggybackWrite> snapshotForCommit(
      SessionCookie cookie, Supplier<ModuleState> after, Lease lease) {
    if (supportsFailover || cookie.stored == null) {
      return Optional.empty();
    }
    long version = cookie.version + 1;
    return store.preparePiggyback(
        cookie.stored,
        version,
        () -> codec.encode(new Snapshot(module, cookie.sessionId(), version, after.get())),
        lease);
  }

  void snapshotCommitted(SessionCookie cookie, PiggybackWrite write, Counter cause) {
    cookie.stored = write.written();
    counts.add(Counter.SNAPSHOT_WRITES);
    counts.add(cause);
  }

  /**
   * Restores the session's state from memory or the store, unless the instance still contains it.
   *
   * @param own whether this session was the last user of the instance
   * @param reconnected whether the instance's connection has changed since the last request
   */
  void activate(
      SessionCookie cookie, ModuleInstance<?> instance, boolean own, boolean reconnected) {
    if (cookie.adoptPresented()) {
      dropStale(cookie, instance);
    } else if (cookie.superseded) {
      throw CheckOutException.ended(null);
    }
    if (own && instance.holdsState) {
      if (reconnected && policy.is(JboProperty.REEXECUTE, "all")) {
        counts.add(Counter.REEXECUTIONS, instance.module.reexecute());
      }
    } else if (!activateFromMemory(cookie, instance) && cookie.stored != null) {
      restore(cookie, instance);
    }
    instance.holdsState = true;
  }

  private boolean activateFromMemory(SessionCookie cookie, ModuleInstance<?> instance) {
    ModuleState state = inMemory.remove(cookie);
    if (state == null) {
      return false;
    }
    try {
      counts.add(Counter.REEXECUTIONS, instance.module.activate(state));
    } catch (RuntimeException e) {
      inMemory.put(cookie, state);
      counts.add(Counter.ACTIVATION_FAILURES);
      instance.module.reset();
      throw e;
    }
    counts.add(Counter.ACTIVATIONS_FROM_MEMORY);
    return true;
  }

  /** Discards this node's state of a session, because another node has continued the session. */
  private void dropStale(SessionCookie cookie, ModuleInstance<?> instance) {
    if (instance.holdsState) {
      instance.cleanUp(policy.keepsConnections());
      instance.dropState();
      counts.add(Counter.STALE_STATES);
    } else if (inMemory.remove(cookie) != null) {
      counts.add(Counter.STALE_STATES);
    }
    if (cookie.hasUnsavedState() && policy.releaseLevel() == ReleaseLevel.MANAGED) {
      counts.add(Counter.FAILOVERS_WITHOUT_STATE);
    }
  }

  private void restore(SessionCookie cookie, ModuleInstance<?> instance) {
    try {
      Snapshot snapshot = readOwn(cookie.sessionId(), cookie.stored, null, instance.lease);
      cookie.verifiedId = cookie.stored.id();
      counts.add(Counter.SNAPSHOT_READS);
      counts.add(Counter.REEXECUTIONS, instance.module.activate(snapshot.state()));
      if (snapshot.version() > cookie.stored.version()) {
        cookie.stored = new StoredSnapshot(cookie.stored.id(), snapshot.version());
        cookie.version = Math.max(cookie.version, snapshot.version());
      }
    } catch (RuntimeException e) {
      counts.add(Counter.ACTIVATION_FAILURES);
      instance.module.reset();
      throw activationFailure(e);
    }
    counts.add(Counter.ACTIVATIONS);
  }

  /** Converts an activation failure. With failover, a missing snapshot means an ended session. */
  private RuntimeException activationFailure(RuntimeException e) {
    if (isOf(e, StoreFailure.MISSING) && supportsFailover) {
      return CheckOutException.ended(e);
    }
    if (!isLost(e) && !(e instanceof SnapshotStoreException)) {
      return e;
    }
    String what = "the session's state " + (isLost(e) ? "is lost: " : "cannot be read now: ");
    return new CheckOutException(CheckOutFailure.ACTIVATION, what + e.getMessage(), e);
  }

  /** Converts an expected failure to a CheckOutException. Rethrows any other exception. */
  static CheckOutException toCheckOutException(RuntimeException e) {
    if (e instanceof CheckOutException already) {
      return already;
    }
    if (isConflict(e)) {
      return new CheckOutException(
          CheckOutFailure.CONFLICT,
          "another node has continued this session, or its snapshot was removed or damaged; the"
              + " changes of this request to the session's state are discarded: send it again",
          e);
    }
    if (e instanceof SnapshotStoreException || e instanceof SnapshotTooLargeException) {
      return new CheckOutException(CheckOutFailure.PASSIVATION, e.getMessage(), e);
    }
    if (e instanceof ConnectionException) {
      return new CheckOutException(CheckOutFailure.CONNECTION, e.getMessage(), e);
    }
    throw e;
  }

  private Snapshot readOwn(String session, StoredSnapshot named, Duration maxAge, Lease holder) {
    Stored found = store.load(named.id(), holder);
    Snapshot snapshot = codec.decode(found.content());
    boolean own = snapshot.session().equals(session) && snapshot.module().equals(module);
    if (!own || snapshot.version() < named.version()) {
      String problem =
          "snapshot " + named + " has another or an older state than the session wrote";
      throw new SnapshotStoreException(StoreFailure.MISSING, problem, null);
    }
    if (snapshot.version() != found.version()) {
      String problem =
          "snapshot %s: the store has version %d, its content is version %d; it is damaged"
              .formatted(named, found.version(), snapshot.version());
      throw new SnapshotStoreException(StoreFailure.DAMAGED, problem, null);
    }
    if (maxAge != null && found.age().compareTo(maxAge) > 0) {
      String problem = "snapshot " + named + " is older than " + maxAge;
      throw new SnapshotStoreException(StoreFailure.MISSING, problem, null);
    }
    return snapshot;
  }

  /** See {@link ApplicationModulePool#hasSnapshot}. Logs a damaged snapshot. */
  boolean hasSnapshot(SessionCookie cookie, Duration maxAge) {
    StoredSnapshot named = cookie.named();
    if (named == null || named.id() == cookie.verifiedId) {
      return named != null;
    }
    try {
      readOwn(cookie.sessionId(), named, maxAge, null);
      cookie.verifiedId = named.id();
      return true;
    } catch (RuntimeException e) {
      if (!isLost(e)) {
        throw toCheckOutException(e);
      }
      if (!isOf(e, StoreFailure.MISSING)) {
        logLeftBehind(cookie, e);
      }
      return false;
    }
  }

  static boolean isConflict(RuntimeException e) {
    return isOf(e, StoreFailure.CONFLICT);
  }

  /** Returns whether a read failed permanently, because the snapshot is missing or damaged. */
  static boolean isLost(Throwable e) {
    return e instanceof CorruptSnapshotException
        || isOf(e, StoreFailure.MISSING)
        || isOf(e, StoreFailure.DAMAGED);
  }

  private static boolean isOf(Throwable e, StoreFailure kind) {
    return e instanceof SnapshotStoreException s && s.kind() == kind;
  }

  /**
   * Deletes the snapshot of an ended session. Keeps the snapshot after a crash, or after a timeout
   * with failover, because another node may continue the session. Before it deletes a snapshot
   * named by the client's cookie, verifies that the snapshot belongs to the session.
   */
  void dropAtEnd(SessionCookie cookie, Lease holder) {
    inMemory.remove(cookie);
    cookie.adoptPresented();
    if (cookie.end == End.CRASH || (cookie.end == End.EXPIRED && supportsFailover)) {
      cookie.forgetSnapshot();
    } else if (cookie.isUnverified()) {
      try {
        readOwn(cookie.sessionId(), cookie.stored, null, holder);
      } catch (RuntimeException e) {
        cookie.forgetSnapshot();
        logLeftBehind(cookie, e);
      }
    }
    drop(cookie, holder);
  }

  void drop(SessionCookie cookie, Lease holder) {
    StoredSnapshot gone = cookie.stored;
    if (gone == null) {
      return;
    }
    cookie.forgetSnapshot();
    try {
      store.delete(gone, holder);
      counts.add(Counter.SNAPSHOT_DELETES);
    } catch (RuntimeException e) {
      counts.add(Counter.PASSIVATION_FAILURES, e instanceof SnapshotStoreException ? 1 : 0);
      logLeftBehind(cookie, e);
    }
  }

  private void logLeftBehind(SessionCookie cookie, RuntimeException e) {
    warn("a snapshot of session " + cookie + " is left to the purge", e);
  }

  void logKept(SessionCookie owner, String kept, Throwable e) {
    warn("cannot passivate session " + owner + ", which keeps " + kept, e);
  }

  private void warn(String event, Throwable e) {
    LOG.warn("{}: {}: {}", module, event, e.getMessage(), CheckOutException.unexpected(e));
  }
}
