package cloakroom.module;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.Lease;
import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException.CheckOutFailure;
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
 * Carries state between a module and the snapshot store, keeps the cookie's books on it, and says
 * what a failure means for the session.
 */
final class SnapshotManager {
  private static final Logger LOG = LoggerFactory.getLogger(SnapshotManager.class);

  private final String module;
  private final ReleasePolicy policy;

  /** Whether another node may have gone on with a session. */
  private final boolean supportsFailover;

  private final SnapshotStore store;
  private final SnapshotCodec codec;
  private final TierCounters counts;

  /** States that thieves have left in memory, by session; whoever takes one out has it alone. */
  private final Map<SessionCookie, ModuleState> parked = new ConcurrentHashMap<>();

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
   * Writes the module's state as the session's only snapshot, unless it is written already. Where
   * no other node can have written, a snapshot that is gone was purged: it is written anew.
   *
   * @return whether there was anything to write
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

  /** The owner's state leaves memory; a state that another node has made stale just goes. */
  void passivate(SessionCookie owner, ModuleInstance<?> instance, Counter cause) {
    try {
      save(owner, instance, cause);
      counts.add(Counter.LOGICAL_PASSIVATIONS);
    } catch (SnapshotStoreException e) {
      if (!isConflict(e)) {
        throw e;
      }
      forgetStale(owner);
    }
  }

  private void forgetStale(SessionCookie owner) {
    owner.forgetState();
    counts.add(Counter.STALE_STATES);
  }

  /** The owner's state leaves its instance and waits in memory: nothing is encoded or written. */
  void passivateToMemory(SessionCookie owner, ModuleInstance<?> instance) {
    parked.put(owner, instance.module.passivate());
    counts.add(Counter.PASSIVATIONS_TO_MEMORY);
    counts.add(Counter.LOGICAL_PASSIVATIONS);
  }

  /** What waits in memory goes to the store, because the node stops; what cannot go stays. */
  void storeParked() {
    for (SessionCookie owner : parked.keySet()) {
      parked.computeIfPresent(owner, (known, state) -> stored(owner, state) ? null : state);
    }
  }

  /** Whether the state need not wait any longer. */
  private boolean stored(SessionCookie owner, ModuleState state) {
    try {
      save(owner, () -> state, null, Counter.SNAPSHOT_WRITES_STOP);
    } catch (RuntimeException e) {
      if (!isConflict(e)) {
        LOG.warn(
            "{}: session {} stays in memory: {}",
            module,
            owner,
            e.getMessage(),
            CheckOutException.unexpected(e));
        return false;
      }
      forgetStale(owner);
    }
    return true;
  }

  Set<SessionCookie> parked() {
    return parked.keySet();
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
        if (e instanceof SnapshotStoreException s && s.unsure() != null) {
          cookie.doubt = new UncertainWrite(s.unsure(), content, cookie.doubt);
        }
        counts.add(isConflict(e) ? Counter.CONFLICTS : Counter.PASSIVATION_FAILURES);
        throw e;
      }
      if (cookie.hasUnsavedState()) {
        write(cookie, state, holder, cause);
        return;
      }
    }
    cookie.proved = cookie.stored.id();
    cookie.doubt = null;
    counts.add(Counter.SNAPSHOT_WRITES);
    counts.add(cause);
  }

  /**
   * Whether what has replaced the session's snapshot is its own write before, whose answer was lost
   * with the connection; it counts from now on.
   */
  private boolean matchesUncertainWrite(SessionCookie cookie, Lease holder) {
    UncertainWrite doubt = cookie.doubt;
    cookie.doubt = null;
    while (doubt != null && !isThere(doubt, holder)) {
      doubt = doubt.before;
    }
    if (doubt != null) {
      cookie.stored = doubt.name;
    }
    return doubt != null;
  }

  private boolean isThere(UncertainWrite doubt, Lease holder) {
    try {
      return Arrays.equals(doubt.content, store.read(doubt.name.id(), holder));
    } catch (SnapshotStoreException e) {
      if (isLost(e)) {
        return false;
      }
      throw e;
    }
  }

  /**
   * Prepares the write of the state that the session has after its commit. Empty where sessions
   * travel: after a lost response this node could not distinguish its own write from another
   * node's.
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

  /** Whether a write failed because somebody else had replaced or removed the snapshot. */
  static boolean isConflict(RuntimeException e) {
    return isOf(e, StoreFailure.CONFLICT);
  }

  /**
   * The instance holds the session's state afterwards, from memory or from the store.
   *
   * @param own whether the instance was the session's already
   * @param reconnected whether it has another connection than at the session's last request
   */
  void activate(
      SessionCookie cookie, ModuleInstance<?> instance, boolean own, boolean reconnected) {
    if (cookie.catchUp()) {
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

  /**
   * Rebuilds the state that waits in memory; false if none does. If that fails, it goes on waiting.
   */
  private boolean activateFromMemory(SessionCookie cookie, ModuleInstance<?> instance) {
    ModuleState state = parked.remove(cookie);
    if (state == null) {
      return false;
    }
    try {
      counts.add(Counter.REEXECUTIONS, instance.module.activate(state));
    } catch (RuntimeException e) {
      parked.put(cookie, state);
      counts.add(Counter.ACTIVATION_FAILURES);
      instance.module.reset();
      throw e;
    }
    counts.add(Counter.ACTIVATIONS_FROM_MEMORY);
    return true;
  }

  /** Another node has gone on with the session; what this one holds is older. */
  private void dropStale(SessionCookie cookie, ModuleInstance<?> instance) {
    if (instance.holdsState) {
      instance.cleanUp(policy.keepsConnections());
      instance.dropState();
      counts.add(Counter.STALE_STATES);
    } else if (parked.remove(cookie) != null) {
      counts.add(Counter.STALE_STATES);
    }
    if (cookie.hasUnsavedState() && policy.releaseLevel() == ReleaseLevel.MANAGED) {
      counts.add(Counter.FAILOVERS_WITHOUT_STATE);
    }
  }

  /**
   * Rebuilds the session's state in the module. A snapshot newer than the cookie knows was written
   * by another node: the cookie takes its version over.
   */
  private void restore(SessionCookie cookie, ModuleInstance<?> instance) {
    try {
      Snapshot snapshot = readOwn(cookie.sessionId(), cookie.stored, null, instance.lease);
      cookie.proved = cookie.stored.id();
      counts.add(Counter.SNAPSHOT_READS);
      counts.add(Counter.REEXECUTIONS, instance.module.activate(snapshot.state()));
      if (snapshot.version() > cookie.stored.version()) {
        cookie.stored = new StoredSnapshot(cookie.stored.id(), snapshot.version());
        cookie.version = Math.max(cookie.version, snapshot.version());
      }
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
    if (isOf(e, StoreFailure.MISSING) && supportsFailover) {
      return CheckOutException.ended(e);
    }
    boolean lost = isLost(e);
    if (!lost && !(e instanceof SnapshotStoreException)) {
      return e;
    }
    String what = "the session's state " + (lost ? "is lost: " : "cannot be had now: ");
    return new CheckOutException(CheckOutFailure.ACTIVATION, what + e.getMessage(), e);
  }

  /** The failure of a check-out or check-in, in words for a client. */
  static CheckOutException explain(RuntimeException e) {
    if (e instanceof CheckOutException already) {
      return already;
    }
    if (isConflict(e)) {
      return new CheckOutException(
          CheckOutFailure.CONFLICT,
          "another node has continued this session, or its snapshot was removed or"
              + " damaged; what this request did to the session's state is void: send it again",
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

  /**
   * The snapshot, if it is that session's and at least as new as its name says.
   *
   * @param maxAge an older one counts as gone; null for any age
   */
  private Snapshot readOwn(String session, StoredSnapshot named, Duration maxAge, Lease holder) {
    Stored found = store.load(named.id(), holder);
    Snapshot snapshot = codec.decode(found.content());
    if (!snapshot.session().equals(session)
        || !snapshot.module().equals(module)
        || snapshot.version() < named.version()) {
      throw new SnapshotStoreException(
          StoreFailure.MISSING,
          "snapshot " + named + " holds another state than the session left in it",
          null);
    }
    if (snapshot.version() != found.version()) {
      throw new SnapshotStoreException(
          StoreFailure.DAMAGED,
          "snapshot %s: the store has version %d, its content is version %d; it is damaged"
              .formatted(named, found.version(), snapshot.version()),
          null);
    }
    if (maxAge != null && found.age().compareTo(maxAge) > 0) {
      throw new SnapshotStoreException(
          StoreFailure.MISSING, "snapshot %s is older than %s".formatted(named, maxAge), null);
    }
    return snapshot;
  }

  /** See {@link ApplicationModulePool#holds}. Logs a snapshot that is damaged. */
  boolean holds(SessionCookie cookie, Duration maxAge) {
    StoredSnapshot named = cookie.named();
    if (named == null || named.id() == cookie.proved) {
      return named != null;
    }
    try {
      readOwn(cookie.sessionId(), named, maxAge, null);
      cookie.proved = named.id();
      return true;
    } catch (RuntimeException e) {
      if (isLost(e)) {
        if (!isOf(e, StoreFailure.MISSING)) {
          warn(cookie, e);
        }
        return false;
      }
      throw explain(e);
    }
  }

  /** Whether reading failed for good: there is no such state. */
  static boolean isLost(Throwable e) {
    return e instanceof CorruptSnapshotException
        || isOf(e, StoreFailure.MISSING)
        || isOf(e, StoreFailure.DAMAGED);
  }

  private static boolean isOf(Throwable e, StoreFailure kind) {
    return e instanceof SnapshotStoreException s && s.kind() == kind;
  }

  /**
   * What becomes of the snapshot of a session that has ended. Where sessions travel, one that
   * nobody uses here any more may live at another node: its snapshot is left to the purge. One that
   * only the client has named goes only if it is the session's own.
   */
  void dropAtEnd(SessionCookie cookie, Lease holder) {
    parked.remove(cookie);
    cookie.catchUp();
    boolean left =
        cookie.end == SessionCookie.End.CRASH
            || (cookie.end == SessionCookie.End.EXPIRED && supportsFailover);
    if (left) {
      cookie.forgetSnapshot();
    } else if (cookie.isUnproved()) {
      try {
        readOwn(cookie.sessionId(), cookie.stored, null, holder);
      } catch (RuntimeException e) {
        cookie.forgetSnapshot();
        warn(cookie, e);
      }
    }
    drop(cookie, holder);
  }

  /**
   * Deletes the session's snapshot, if it has one; the session forgets it in any case. What fails
   * is logged and counted, and leaves the snapshot to the purge.
   */
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
      warn(cookie, e);
    }
  }

  private void warn(SessionCookie cookie, RuntimeException e) {
    LOG.warn(
        "{}: a snapshot of session {} stays behind: {}",
        module,
        cookie,
        e.getMessage(),
        CheckOutException.unexpected(e));
  }
}
