package cloakroom.module;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the pool should do, written as plainly as possible: lists instead of structures, no locks,
 * one request at a time. It predicts every decision, every counter and every state.
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
    String preparedFor;
    long createdAt;
    long checkedInAt;
  }

  static final class Session {
    String state = "";
    int version;
    int storedVersion = -1;
    String stored;
    Instance instance;
    boolean busy;
    boolean ended;
  }

  final List<Instance> instances = new ArrayList<>();
  private final List<Instance> order = new ArrayList<>();
  private final Map<String, Session> sessions = new HashMap<>();
  private final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private final ReleasePolicy policy;
  long now;

  ReferencePool(ReleasePolicy policy) {
    this.policy = policy;
  }

  Session session(String id) {
    return sessions.computeIfAbsent(id, key -> new Session());
  }

  long count(Count count) {
    return counts.getOrDefault(count, 0L);
  }

  private void add(Count count) {
    counts.merge(count, 1L, Long::sum);
  }

  long in(Where where) {
    return instances.stream().filter(i -> i.where == where).count();
  }

  long connected() {
    return instances.stream().filter(i -> i.connected).count();
  }

  /** The state that the session must find, or null if the check-out must time out. */
  String checkOut(String id) {
    Session session = session(id);
    Instance instance = session.instance;
    if (instance != null) {
      add(Count.AFFINITY_HITS);
    } else {
      instance = find();
      if (instance == null) {
        add(Count.CHECKOUT_TIMEOUTS);
        return null;
      }
    }
    order.remove(instance);
    instance.where = Where.BUSY;
    instance.owner = id;
    session.instance = instance;
    session.busy = true;
    connect(instance, id);
    if (!instance.holdsState && session.stored != null) {
      add(Count.SNAPSHOT_READS);
      add(Count.ACTIVATIONS);
      session.state = session.stored;
    } else if (!instance.holdsState) {
      session.state = "";
    }
    instance.holdsState = true;
    add(Count.CHECKOUTS);
    return session.state;
  }

  private Instance find() {
    Instance free = newest(Where.FREE);
    if (free != null) {
      add(Count.FREE_HITS);
      return free;
    }
    if (instances.size() < policy.recycleThreshold() && instances.size() < policy.maxPoolSize()) {
      return create();
    }
    Instance victim = oldest(Where.REFERENCED);
    if (victim != null) {
      recycle(victim);
      return victim;
    }
    return instances.size() < policy.maxPoolSize() ? create() : null;
  }

  private Instance create() {
    add(Count.CREATED);
    Instance instance = new Instance();
    instance.createdAt = now;
    instances.add(instance);
    return instance;
  }

  private void recycle(Instance victim) {
    add(Count.RECYCLES);
    add(Count.LOGICAL_PASSIVATIONS);
    store(victim.owner, Count.SNAPSHOT_WRITES_RECYCLE);
    session(victim.owner).instance = null;
    victim.holdsState = false;
    victim.preparedFor = null;
  }

  private boolean store(String id, Count cause) {
    Session session = session(id);
    if (session.version <= session.storedVersion) {
      return false;
    }
    session.stored = session.state;
    session.storedVersion = session.version;
    add(Count.SNAPSHOT_WRITES);
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
      add(Count.PREPARE_SESSIONS);
    }
    instance.connected = true;
    instance.preparedFor = id;
  }

  void change(String id, String state) {
    session(id).state = state;
    session(id).version++;
  }

  void checkIn(String id) {
    add(Count.CHECKINS);
    Session session = session(id);
    Instance instance = session.instance;
    session.busy = false;
    if (session.ended) {
      end(session);
      return;
    }
    switch (policy.releaseLevel()) {
      case UNMANAGED -> {
        dropSnapshot(session);
        free(session, instance);
      }
      case RESERVED -> {
        giveBackConnection(instance);
        available(instance, Where.RESERVED);
      }
      case MANAGED -> keep(id, session, instance);
    }
  }

  private void keep(String id, Session session, Instance instance) {
    boolean stored = false;
    if (!policy.poolsModules()) {
      stored = store(id, Count.SNAPSHOT_WRITES_UNPOOLED);
    } else if (policy.failsOver()) {
      stored = store(id, Count.SNAPSHOT_WRITES_FAILOVER);
    } else if (policy.passivatesAtRelease()) {
      stored = store(id, Count.SNAPSHOT_WRITES_LEVEL_ZERO);
    }
    if (policy.poolsConnections() || stored) {
      add(Count.LOGICAL_PASSIVATIONS);
    }
    if (!policy.poolsModules()) {
      session.instance = null;
      remove(instance);
      return;
    }
    if (policy.passivatesAtRelease()) {
      instance.holdsState = false;
    }
    giveBackConnection(instance);
    available(instance, Where.REFERENCED);
  }

  private void remove(Instance instance) {
    add(Count.REMOVED);
    instances.remove(instance);
    order.remove(instance);
  }

  private void available(Instance instance, Where where) {
    instance.where = where;
    instance.checkedInAt = now;
    order.remove(instance);
    order.add(instance);
  }

  private void giveBackConnection(Instance instance) {
    if (policy.poolsConnections()) {
      instance.connected = false;
      instance.preparedFor = null;
    }
  }

  private void dropSnapshot(Session session) {
    if (session.stored != null) {
      add(Count.SNAPSHOT_DELETES);
    }
    session.stored = null;
    session.storedVersion = -1;
  }

  private void free(Session session, Instance instance) {
    session.instance = null;
    instance.owner = null;
    instance.holdsState = false;
    instance.preparedFor = null;
    if (!policy.poolsModules()) {
      remove(instance);
      return;
    }
    giveBackConnection(instance);
    available(instance, Where.FREE);
  }

  void end(String id) {
    Session session = session(id);
    if (session.ended) {
      return;
    }
    session.ended = true;
    if (!session.busy) {
      end(session);
    }
  }

  private void end(Session session) {
    dropSnapshot(session);
    if (session.instance != null) {
      free(session, session.instance);
    }
  }

  void cleanUp() {
    long ttl = policy.timeToLive().toMillis();
    long idle = policy.maxInactiveAge().toMillis();
    for (Instance instance : available()) {
      if (ttl >= 0 && now - instance.createdAt > ttl) {
        removeAvailable(instance);
      }
    }
    for (Instance instance : available()) {
      if (available().size() > policy.minAvailableSize() && now - instance.checkedInAt > idle) {
        removeAvailable(instance);
      }
    }
    while (available().size() > policy.maxAvailableSize()) {
      removeAvailable(available().get(0));
    }
  }

  private List<Instance> available() {
    return order.stream()
        .filter(i -> i.where == Where.FREE || i.where == Where.REFERENCED)
        .toList();
  }

  private void removeAvailable(Instance instance) {
    if (instance.where == Where.REFERENCED) {
      add(Count.LOGICAL_PASSIVATIONS);
      store(instance.owner, Count.SNAPSHOT_WRITES_MONITOR);
      session(instance.owner).instance = null;
    }
    remove(instance);
  }
}
