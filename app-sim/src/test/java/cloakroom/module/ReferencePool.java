package cloakroom.module;

import cloakroom.contract.Counter;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleaseLevel;
import cloakroom.policy.ReleasePolicy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Simple model of the pool with plain lists, without locks, for one request at a time. It predicts
 * every decision, counter and state, also when the store or the connections fail.
 */
final class ReferencePool {
  enum Where {
    BUSY,
    FREE,
    REFERENCED,
    RESERVED
  }

  static final class Instance {
    Where where = Where.BUSY;
    String owner;
    boolean holdsState;
    boolean connected;
    boolean broken;
    String preparedFor;
    long createdAt;
    long checkedInAt;
    long stamp;
  }

  static final class Session {
    String state = "";
    int version;
    int storedVersion = -1;
    String stored;

    /** State passivated to the memory of the node, or null. */
    String inMemory;

    Instance instance;
    boolean busy;
    SessionCookie.End end;

    boolean isUnsaved() {
      return version > storedVersion;
    }
  }

  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  final List<Instance> instances = new ArrayList<>();

  /** Available and reserved instances, the least recently used first. */
  private final List<Instance> order = new ArrayList<>();

  private final Map<String, Session> sessions = new HashMap<>();
  private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
  private final ReleasePolicy policy;
  private long stamps;
  long now;
  boolean storeDown;
  boolean connectionsRefused;
  int orphans;

  ReferencePool(ReleasePolicy policy) {
    this.policy = policy;
    for (int i = 0; i < policy.number(JboProperty.INIT_POOL_SIZE); i++) {
      Instance instance = create();
      instance.connected = !policy.poolsConnections;
      available(instance, Where.FREE);
    }
  }

  Session session(String id) {
    return sessions.computeIfAbsent(id, key -> new Session());
  }

  long count(Counter count) {
    return counts.getOrDefault(count, 0L);
  }

  private void add(Counter count) {
    counts.merge(count, 1L, Long::sum);
  }

  long in(Where where) {
    return instances.stream().filter(i -> i.where == where).count();
  }

  long connected() {
    return instances.stream().filter(i -> i.connected).count();
  }

  long inMemory() {
    return sessions.values().stream().filter(s -> s.inMemory != null).count();
  }

  /** Returns the number of snapshots: at most one for each session, and the orphans. */
  long snapshots() {
    return orphans + sessions.values().stream().filter(s -> s.stored != null).count();
  }

  /** Returns the state that the session must find; throws Refused if the check-out must fail. */
  String checkOut(String id) {
    Session session = session(id);
    boolean own = session.instance != null;
    boolean reserved = own && session.instance.where == Where.RESERVED;
    Instance instance = own ? session.instance : find();
    if (own) {
      add(Counter.AFFINITY_HITS);
    }
    order.remove(instance);
    if (instance.where == Where.REFERENCED && !own) {
      recycle(instance);
    }
    instance.where = Where.BUSY;
    instance.owner = id;
    session.instance = instance;
    session.busy = true;
    boolean reconnected = !instance.connected;
    if (reconnected && connectionsRefused) {
      abandon(session, instance, own, reserved);
    }
    connect(instance, id);
    activate(session, instance, own, reserved, reconnected);
    instance.holdsState = true;
    add(Counter.CHECKOUTS);
    return session.state;
  }

  private Instance find() {
    boolean mayCreate =
        instances.size() < policy.number(JboProperty.RECYCLE_THRESHOLD)
            && instances.size() < policy.number(JboProperty.MAX_POOL_SIZE);
    Instance free =
        policy.is(JboProperty.FREE_CHOICE, "mru") ? newest(Where.FREE) : oldest(Where.FREE);
    if (mayCreate && (free == null || policy.is(JboProperty.ORDER, "create-first"))) {
      return create();
    }
    if (free != null) {
      add(Counter.FREE_HITS);
      return free;
    }
    Instance victim = oldest(Where.REFERENCED);
    if (victim != null) {
      return victim;
    }
    if (instances.size() < policy.number(JboProperty.MAX_POOL_SIZE)) {
      return create();
    }
    add(Counter.CHECKOUT_TIMEOUTS);
    throw new Refused();
  }

  private Instance create() {
    add(Counter.CREATED);
    Instance instance = new Instance();
    instance.createdAt = now;
    instances.add(instance);
    return instance;
  }

  private void recycle(Instance instance) {
    add(Counter.RECYCLES);
    Session victim = session(instance.owner);
    if (policy.recyclesIntoMemory()) {
      victim.inMemory = victim.state;
      add(Counter.PASSIVATIONS_TO_MEMORY);
    } else if (!store(victim, Counter.SNAPSHOT_WRITES_RECYCLE)) {
      order.add(instance);
      throw new Refused();
    }
    add(Counter.LOGICAL_PASSIVATIONS);
    victim.instance = null;
    discard(instance);
  }

  private boolean store(Session session, Counter cause) {
    if (!session.isUnsaved()) {
      return true;
    }
    if (storeDown || connectionsRefused) {
      add(Counter.PASSIVATION_FAILURES);
      return false;
    }
    session.stored = session.state;
    session.storedVersion = session.version;
    add(Counter.SNAPSHOT_WRITES);
    add(cause);
    return true;
  }

  private Instance newest(Where where) {
    Instance found = null;
    for (Instance instance : order) {
      found = instance.where == where ? instance : found;
    }
    return found;
  }

  private Instance oldest(Where where) {
    return order.stream().filter(i -> i.where == where).findFirst().orElse(null);
  }

  private void connect(Instance instance, String id) {
    if (!instance.connected || !id.equals(instance.preparedFor)) {
      add(Counter.PREPARE_SESSIONS);
    }
    instance.connected = true;
    instance.preparedFor = id;
  }

  private void activate(
      Session session, Instance instance, boolean own, boolean reserved, boolean reconnected) {
    if (own && instance.holdsState) {
      if (reconnected && policy.is(JboProperty.REEXECUTE, "all")) {
        add(Counter.REEXECUTIONS);
      }
    } else if (session.inMemory != null) {
      add(Counter.ACTIVATIONS_FROM_MEMORY);
      add(Counter.REEXECUTIONS);
      session.state = session.inMemory;
      session.inMemory = null;
    } else if (session.stored == null) {
      session.state = "";
    } else if (storeDown) {
      add(Counter.ACTIVATION_FAILURES);
      abandon(session, instance, own, reserved);
    } else {
      add(Counter.SNAPSHOT_READS);
      add(Counter.ACTIVATIONS);
      add(Counter.REEXECUTIONS);
      session.state = session.stored;
    }
  }

  private void abandon(Session session, Instance instance, boolean own, boolean reserved) {
    session.busy = false;
    if (own) {
      disconnectUnlessKept(instance);
      available(instance, reserved ? Where.RESERVED : Where.REFERENCED);
    } else {
      free(session, instance);
    }
    throw new Refused();
  }

  void change(String id, String state) {
    session(id).state = state;
    session(id).version++;
  }

  void connectionLost(String id) {
    session(id).instance.broken = true;
  }

  void transactionEnded(String id) {
    session(id).version++;
    boolean replaced = snapshotCause() != null && policy.releaseLevel() == ReleaseLevel.MANAGED;
    if (!replaced && policy.is(JboProperty.SNAPSHOT_LIFETIME, "commit")) {
      drop(session(id));
    }
  }

  /** Checks a request in; returns whether it must fail because its snapshot cannot be written. */
  boolean checkIn(String id) {
    add(Counter.CHECKINS);
    Session session = session(id);
    Instance instance = session.instance;
    session.busy = false;
    if (session.end != null) {
      end(session);
      return false;
    }
    switch (policy.releaseLevel()) {
      case UNMANAGED -> {
        drop(session);
        free(session, instance);
      }
      case RESERVED -> {
        if (instance.broken) {
          disconnect(instance);
        }
        available(instance, Where.RESERVED);
      }
      case MANAGED -> {
        return keep(session, instance);
      }
    }
    return false;
  }

  private boolean keep(Session session, Instance instance) {
    Counter cause = snapshotCause();
    boolean wanted = cause != null && session.isUnsaved();
    boolean stored = !wanted || store(session, cause);
    if (policy.poolsConnections || (wanted && stored)) {
      add(Counter.LOGICAL_PASSIVATIONS);
    }
    if (stored && (policy.passivatesAtRelease() || !policy.poolsModules)) {
      instance.holdsState = false;
    }
    if (stored && !policy.poolsModules) {
      session.instance = null;
      remove(instance);
    } else {
      disconnectUnlessKept(instance);
      available(instance, Where.REFERENCED);
    }
    return !stored;
  }

  private Counter snapshotCause() {
    if (!policy.poolsModules) {
      return Counter.SNAPSHOT_WRITES_UNPOOLED;
    }
    if (policy.failsOver()) {
      return Counter.SNAPSHOT_WRITES_FAILOVER;
    }
    return policy.passivatesAtRelease() ? Counter.SNAPSHOT_WRITES_LEVEL_ZERO : null;
  }

  private void remove(Instance instance) {
    add(Counter.REMOVED);
    instances.remove(instance);
    order.remove(instance);
  }

  private void available(Instance instance, Where where) {
    instance.where = where;
    instance.checkedInAt = now;
    instance.stamp = ++stamps;
    order.remove(instance);
    order.add(instance);
  }

  private void disconnectUnlessKept(Instance instance) {
    if (policy.poolsConnections || instance.broken || !policy.poolsModules) {
      disconnect(instance);
    }
  }

  private static void disconnect(Instance instance) {
    instance.connected = false;
    instance.broken = false;
    instance.preparedFor = null;
  }

  private void drop(Session session) {
    if (session.stored != null && storeDown) {
      add(Counter.PASSIVATION_FAILURES);
      orphans++;
    } else if (session.stored != null) {
      add(Counter.SNAPSHOT_DELETES);
    }
    session.stored = null;
    session.storedVersion = -1;
  }

  private static void discard(Instance instance) {
    instance.holdsState = false;
    instance.preparedFor = null;
  }

  private void free(Session session, Instance instance) {
    session.instance = null;
    instance.owner = null;
    discard(instance);
    disconnectUnlessKept(instance);
    boolean usable = policy.poolsConnections || instance.connected;
    if (usable && policy.poolsModules) {
      available(instance, Where.FREE);
    } else {
      remove(instance);
    }
  }

  void end(String id, SessionCookie.End how) {
    Session session = session(id);
    if (session.end != null) {
      return;
    }
    session.end = how;
    if (!session.busy) {
      end(session);
    }
  }

  private void end(Session session) {
    session.inMemory = null;
    boolean leftToThePurge =
        session.end == SessionCookie.End.EXPIRED && policy.writesCookieToClient();
    if (session.end == SessionCookie.End.CRASH || leftToThePurge) {
      orphans += session.stored == null ? 0 : 1;
      session.stored = null;
    } else {
      drop(session);
    }
    if (session.instance != null) {
      free(session, session.instance);
    }
  }

  /** Decides on all removals before the first one, then on connections of the rest. */
  void cleanUp() {
    List<Instance> stay = available();
    List<Instance> go = new ArrayList<>();
    long ttl = policy.time(JboProperty.TIME_TO_LIVE).toMillis();
    for (Instance instance : List.copyOf(stay)) {
      if (ttl >= 0 && now - instance.createdAt > ttl) {
        stay.remove(instance);
        go.add(instance);
      }
    }
    for (Instance instance : List.copyOf(stay)) {
      if (stay.size() > policy.idleFloor() && isIdle(instance)) {
        stay.remove(instance);
        go.add(instance);
      }
    }
    while (stay.size() > policy.number(JboProperty.MAX_AVAILABLE_SIZE)) {
      go.add(stay.remove(0));
    }
    go.forEach(this::removeAvailable);
    disconnectSome();
    order.sort(Comparator.comparingLong(i -> i.stamp));
  }

  private boolean isIdle(Instance instance) {
    return now - instance.checkedInAt > policy.time(JboProperty.MAX_INACTIVE_AGE).toMillis();
  }

  private List<Instance> available() {
    List<Instance> available = new ArrayList<>(order);
    available.removeIf(i -> i.where == Where.RESERVED);
    available.sort(Comparator.comparingLong(i -> i.stamp));
    return available;
  }

  private void removeAvailable(Instance instance) {
    if (instance.where == Where.REFERENCED) {
      Session owner = session(instance.owner);
      if (!policy.is(JboProperty.MONITOR_PASSIVATES, "true")) {
        if (owner.isUnsaved()) {
          add(Counter.STATES_LOST);
        }
      } else if (store(owner, Counter.SNAPSHOT_WRITES_MONITOR)) {
        add(Counter.LOGICAL_PASSIVATIONS);
      } else {
        order.remove(instance);
        order.add(instance);
        return;
      }
      owner.instance = null;
    }
    remove(instance);
  }

  private void disconnectSome() {
    if (policy.connectionThreshold() == 0) {
      return;
    }
    long held = order.stream().filter(i -> i.connected).count();
    for (Instance instance : available()) {
      boolean due =
          !policy.is(JboProperty.CONNECTION_THRESHOLD_EFFECT, "idle-timeout") || isIdle(instance);
      if (held > policy.connectionThreshold() && instance.connected && due) {
        held--;
        disconnectIdle(instance);
      }
    }
  }

  private void disconnectIdle(Instance instance) {
    if (instance.where == Where.REFERENCED) {
      if (policy.passivatesAtThreshold()) {
        if (!store(session(instance.owner), Counter.SNAPSHOT_WRITES_LEVEL_ZERO)) {
          return;
        }
        instance.holdsState = false;
      }
      add(Counter.LOGICAL_PASSIVATIONS);
    }
    disconnect(instance);
  }
}
