package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.module.FakeConnections.FakeLease;
import cloakroom.module.ReferencePool.Where;
import cloakroom.policy.JboProperty;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Comparison of the pool with {@link ReferencePool} under one policy. After each step, the pool
 * must be as predicted, and the invariants must hold.
 */
final class ScheduleWorld {
  /** Users; each has one session at a time, and a new one after its end. */
  static final int USERS = 6;

  private static final List<Counter> PREDICTED =
      Arrays.stream(Counter.values())
          .filter(
              count ->
                  switch (count) {
                    // the application's own, and what needs more than one thread
                    case CHECKOUT_WAITS, COMMITS, ROLLBACKS, POSTED_ROWS -> false;
                    default -> true;
                  })
          .toList();

  /** Kind of step; a request of a session that has one running finishes that one. */
  enum What {
    REQUEST,
    END,
    CLEAN_UP,
    TIME_PASSES,
    STORE_FAILS,
    CONNECTIONS_FAIL
  }

  /** Step of a user below {@link #USERS}, with a random number from 0 to 99. */
  record Step(What what, int user, int dice) {}

  private final ReleasePolicy policy;
  private final PoolFixture real;
  private final ReferencePool model;
  private final int[] sessionsOf = new int[USERS];
  private final Map<String, SessionCookie> cookies = new HashMap<>();
  private final Map<String, CheckOut<FakeModule>> running = new HashMap<>();
  private boolean everLost;
  private int serial;
  private int storeFailsFor;
  private int connectionsFailFor;

  ScheduleWorld(ReleasePolicy policy) {
    this.policy = policy;
    this.real = new PoolFixture(policy);
    this.model = new ReferencePool(policy);
    real.store.connections = real.connections;
  }

  void perform(Step step) {
    failOrRecover();
    String id = "u" + step.user() + "." + sessionsOf[step.user()];
    switch (step.what()) {
      case REQUEST -> startOrFinish(id, step.dice());
      case END -> end(id, step);
      case CLEAN_UP -> {
        real.pool.cleanUp();
        model.cleanUp();
      }
      case TIME_PASSES -> {
        real.advance(400);
        model.now += 400;
      }
      case STORE_FAILS -> storeFailsFor = 1 + step.dice() % 10;
      case CONNECTIONS_FAIL -> connectionsFailFor = 1 + step.dice() % 5;
    }
    assertAsPredicted();
    assertInvariants();
  }

  private void failOrRecover() {
    boolean storeFails = storeFailsFor-- > 0;
    boolean connectionsFail = connectionsFailFor-- > 0;
    real.store.down = storeFails;
    model.storeDown = storeFails;
    real.connections.refusal = connectionsFail ? new IllegalStateException("no connection") : null;
    model.connectionsRefused = connectionsFail;
  }

  private SessionCookie cookie(String id) {
    return cookies.computeIfAbsent(id, PoolFixture::session);
  }

  private void end(String id, Step step) {
    SessionCookie.End[] ends = SessionCookie.End.values();
    SessionCookie.End how = ends[step.dice() % ends.length];
    real.pool.endSession(cookie(id), how);
    model.end(id, how);
    if (!running.containsKey(id)) {
      sessionsOf[step.user()]++;
    }
  }

  private void startOrFinish(String id, int dice) {
    if (running.containsKey(id)) {
      finish(id, dice);
    } else if (model.session(id).end == null) {
      start(id);
    } else {
      sessionsOf[Integer.parseInt(id.substring(1, 2))]++;
    }
  }

  private void start(String id) {
    Map<Counter, Long> before = real.pool.statistics();
    String expected = expected(id);
    CheckOut<FakeModule> out;
    try {
      out = real.pool.checkOut(cookie(id));
    } catch (CheckOutException | IllegalStateException e) {
      assertThat(expected).as("the model expects no refusal: " + e.getMessage()).isNull();
      return;
    }
    // invariant 3: a request finds the state of the session's previous request
    assertThat(out.module().state).as("state of " + id).isEqualTo(expected);
    assertNoGrowthWhileAvailable(before);
    assertNothingPending(id, (FakeLease) out.module().lease);
    running.put(id, out);
  }

  private String expected(String id) {
    try {
      return model.checkOut(id);
    } catch (ReferencePool.Refused e) {
      return null;
    }
  }

  /** Invariant 2: past the threshold only when nothing was available. */
  private void assertNoGrowthWhileAvailable(Map<Counter, Long> before) {
    if (real.pool.statistics().get(Counter.INSTANCES) > before.get(Counter.INSTANCES)
        && before.get(Counter.INSTANCES) >= policy.number(JboProperty.RECYCLE_THRESHOLD)) {
      assertThat(before.get(Counter.FREE) + before.get(Counter.REFERENCED)).isZero();
    }
  }

  /** Invariant 5: nothing of another session is pending in the connection. */
  private void assertNothingPending(String id, FakeLease lease) {
    assertThat(lease.pendingOf).isIn(null, id);
    if (policy.poolsConnections) {
      assertThat(lease.pendingOf).isNull();
    }
    lease.pendingOf = id;
  }

  private void finish(String id, int dice) {
    CheckOut<FakeModule> out = running.remove(id);
    if (dice % 10 < 9) {
      String state = id + ":" + ++serial;
      out.module().state = state;
      out.touch();
      model.change(id, state);
    }
    if (dice % 7 == 0) {
      out.transactionEnded();
      model.transactionEnded(id);
    }
    if (dice % 23 == 0) {
      out.module().lease.markBroken();
      model.connectionLost(id);
      everLost = true;
    }
    boolean fails = model.checkIn(id);
    try {
      out.checkIn();
      assertThat(fails).as("the model expects a failure at check-in").isFalse();
    } catch (CheckOutException | IllegalStateException e) {
      assertThat(fails).as("the model expects no failure: " + e.getMessage()).isTrue();
    }
  }

  private void assertAsPredicted() {
    for (Counter count : PREDICTED) {
      if (real.count(count) != model.count(count)) {
        assertThat(real.count(count)).as(count.label()).isEqualTo(model.count(count));
      }
    }
    Map<Counter, Long> now = real.pool.statistics();
    assertThat(now.get(Counter.INSTANCES)).isEqualTo(model.instances.size());
    assertThat(now.get(Counter.BUSY)).isEqualTo(model.in(Where.BUSY));
    assertThat(now.get(Counter.FREE)).isEqualTo(model.in(Where.FREE));
    assertThat(now.get(Counter.REFERENCED)).isEqualTo(model.in(Where.REFERENCED));
    assertThat(now.get(Counter.RESERVED)).isEqualTo(model.in(Where.RESERVED));
    assertThat(now.get(Counter.STATES_IN_MEMORY))
        .as("states in memory")
        .isEqualTo(model.inMemory());
    assertThat(real.connections.out()).isEqualTo(model.connected());
    assertThat((long) real.store.size()).as("snapshots").isEqualTo(model.snapshots());
  }

  private void assertInvariants() {
    Map<Counter, Long> now = real.pool.statistics();
    real.assertOneLiveStateEach(); // invariant 1
    assertThat(now.get(Counter.BUSY))
        .as("every busy instance has one owner")
        .isEqualTo(running.size());
    assertThat(now.get(Counter.INSTANCES))
        .isLessThanOrEqualTo(policy.number(JboProperty.MAX_POOL_SIZE));
    assertConnections(now);
    real.assertEachWriteHasACause(); // invariant 6
    // invariant 8: a write needs one connection more than those that are out already
    assertThat(now.get(Counter.MAX_INSTANCES))
        .isGreaterThanOrEqualTo(real.store.peakConnections - 1);
  }

  /** Invariant 4, and the first half of 7; the second half is the model's own count. */
  private void assertConnections(Map<Counter, Long> now) {
    if (policy.poolsConnections) {
      assertThat(now.get(Counter.CONNECTIONS_HELD)).isLessThanOrEqualTo(now.get(Counter.RESERVED));
      if (real.count(Counter.ACTIVATION_FAILURES) == 0) {
        assertThat(real.count(Counter.PREPARE_SESSIONS)).isEqualTo(real.count(Counter.CHECKOUTS));
      }
    } else if (policy.poolsModules && policy.connectionThreshold() == 0 && !everLost) {
      assertThat(now.get(Counter.INSTANCES)).isEqualTo(real.connections.out());
      assertThat(now.get(Counter.CONNECTIONS_HELD))
          .isEqualTo(now.get(Counter.INSTANCES) - now.get(Counter.BUSY));
    }
  }

  void finishAll() {
    storeFailsFor = 0;
    connectionsFailFor = 0;
    failOrRecover();
    for (String id : List.copyOf(running.keySet())) {
      finish(id, 99);
    }
    for (String id : List.copyOf(cookies.keySet())) {
      real.pool.endSession(cookie(id), SessionCookie.End.LOGOUT);
      model.end(id, SessionCookie.End.LOGOUT);
    }
    assertAsPredicted();
    assertThat(model.snapshots()).as("only orphans").isEqualTo(model.orphans);
    assertThat(real.count(Counter.CHECKOUTS)).isEqualTo(real.count(Counter.CHECKINS));
    real.pool.close();
    assertThat(real.connections.out()).isZero();
    assertThat(real.count(Counter.CREATED)).isEqualTo(real.count(Counter.REMOVED));
  }

  static Step step(Random random) {
    int dice = random.nextInt(100);
    What what =
        dice < 84
            ? What.REQUEST
            : switch (dice) {
              case 84, 85, 86, 87 -> What.END;
              case 88, 89, 90 -> What.CLEAN_UP;
              case 97, 98 -> What.STORE_FAILS;
              case 99 -> What.CONNECTIONS_FAIL;
              default -> What.TIME_PASSES;
            };
    return new Step(what, random.nextInt(USERS), random.nextInt(100));
  }

  /** Returns a preset with small sizes and random settings that do not contradict it. */
  static ReleasePolicy policy(Preset preset, Random random) {
    String size = Integer.toString(1 + random.nextInt(6));
    ReleasePolicy policy =
        preset
            .policy()
            .with(Map.of("cloakroom.ampool.maxwait", "0", "jbo.ampool.maxpoolsize", size));
    for (String option : OPTIONS.lines().toList()) {
      String[] words = option.split(" ", -1);
      if (random.nextInt(Integer.parseInt(words[0])) == 0) {
        String value = words[2 + random.nextInt(words.length - 2)];
        try {
          policy = policy.with(Map.of(words[1], value));
        } catch (IllegalArgumentException contradiction) {
          // not possible with this preset
        }
      }
    }
    return policy;
  }

  /** Rows: one of N policies has the setting, with one of the values. */
  private static final String OPTIONS =
      """
      1 jbo.recyclethreshold 0 1 2 3 4 5
      1 jbo.ampool.initpoolsize 0 0 1 2
      1 jbo.ampool.maxavailablesize 0 1 2 3 5
      1 jbo.ampool.minavailablesize 0 1 2 3
      1 jbo.ampool.maxinactiveage 1000
      1 jbo.ampool.timetolive 3000 -1
      3 cloakroom.ampool.freechoice mru lru
      3 cloakroom.ampool.order free-first create-first
      3 cloakroom.connectionthreshold documented idle-timeout
      2 cloakroom.level1.recycle store memory
      3 cloakroom.level1.reexecute fetching all
      3 cloakroom.monitor.idle floor all
      3 jbo.ampool.connection_threshold 0 1 2
      3 jbo.ampool.doampooling true true false
      3 jbo.doconnectionpooling true false
      3 jbo.dofailover true false
      3 jbo.txn.disconnect_level 0 1
      3 cloakroom.snapshot.lifetime commit next
      4 cloakroom.monitor.passivates true false
      4 cloakroom.releaselevel managed unmanaged reserved
      """;
}
