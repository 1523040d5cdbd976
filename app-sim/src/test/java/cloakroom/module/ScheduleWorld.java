package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import cloakroom.module.FakeConnections.FakeLease;
import cloakroom.module.ReferencePool.Where;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The pool and {@link ReferencePool} side by side under one policy: each step is done to both, and
 * after each the pool must stand as predicted and the invariants must hold.
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
                    case WAITS, COMMITS, ROLLBACKS, POSTED_ROWS -> false;
                    default -> true;
                  })
          .toList();

  private static final List<Counter> CAUSES =
      Arrays.stream(Counter.values())
          .filter(count -> count.label().matches("snapshotWrites[A-Z].*"))
          .toList();

  /** What happens next; a session in the middle of a request finishes it instead of a new one. */
  enum What {
    REQUEST,
    END,
    CLEAN_UP,
    TIME_PASSES,
    STORE_FAILS,
    CONNECTIONS_FAIL
  }

  /**
   * One step.
   *
   * @param user who does it, below {@link #USERS}
   * @param dice from 0 to 99, for what is special about it
   */
  record Step(What what, int user, int dice) {}

  private final ReleasePolicy policy;
  private final PoolFixture real;
  private final ReferencePool model;
  private final int[] sessionsOf = new int[USERS];
  private final Map<String, SessionCookie> cookies = new HashMap<>();
  private final Map<String, CheckOut<FakeModule>> underWay = new HashMap<>();
  private boolean everLost;
  private boolean everReserved;
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

  /** A failure lasts for some steps. */
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
    SessionCookie.End[] ways = SessionCookie.End.values();
    SessionCookie.End how = ways[step.dice() % ways.length];
    real.pool.endSession(cookie(id), how);
    model.end(id, how);
    if (!underWay.containsKey(id)) {
      sessionsOf[step.user()]++;
    }
  }

  private void startOrFinish(String id, int dice) {
    if (underWay.containsKey(id)) {
      finish(id, dice);
    } else if (model.session(id).end == null) {
      start(id);
    } else {
      sessionsOf[Integer.parseInt(id.substring(1, 2))]++;
    }
  }

  private void start(String id) {
    PoolStatistics before = real.pool.statistics();
    String expected = expected(id);
    CheckOut<FakeModule> out;
    try {
      out = real.pool.checkOut(cookie(id));
    } catch (CheckOutException | IllegalStateException e) {
      assertThat(expected).as("the model expects no refusal: " + e.getMessage()).isNull();
      return;
    }
    // invariant 3: a request sees what the session's previous request left
    assertThat(out.module().state).as("state of " + id).isEqualTo(expected);
    assertNoGrowthWhileAvailable(before);
    assertNothingPending(id, (FakeLease) out.module().lease);
    underWay.put(id, out);
  }

  private String expected(String id) {
    try {
      return model.checkOut(id);
    } catch (ReferencePool.Refused e) {
      return null;
    }
  }

  /** Invariant 2: past the threshold only when nothing was available. */
  private void assertNoGrowthWhileAvailable(PoolStatistics before) {
    if (real.pool.statistics().instances() > before.instances()
        && before.instances() >= policy.recycleThreshold()) {
      assertThat(before.free() + before.referenced()).isZero();
    }
  }

  /** Invariant 5: nothing of another session is pending in the connection. */
  private void assertNothingPending(String id, FakeLease lease) {
    assertThat(lease.pendingOf).isIn(null, id);
    if (policy.poolsConnections() && !everReserved) {
      assertThat(lease.pendingOf).isNull();
    }
    lease.pendingOf = id;
  }

  private void finish(String id, int dice) {
    CheckOut<FakeModule> out = underWay.remove(id);
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
      out.connectionLost();
      model.connectionLost(id);
      everLost = true;
    }
    ReleaseLevel level = level(dice);
    everReserved |= level == ReleaseLevel.RESERVED;
    boolean fails = model.checkIn(id, level);
    try {
      out.checkIn(level);
      assertThat(fails).as("the model expects a failure at check-in").isFalse();
    } catch (CheckOutException | IllegalStateException e) {
      assertThat(fails).as("the model expects no failure: " + e.getMessage()).isTrue();
    }
  }

  private ReleaseLevel level(int dice) {
    return switch (dice) {
      case 1, 2 -> ReleaseLevel.UNMANAGED;
      case 3 -> ReleaseLevel.RESERVED;
      case 4, 5, 6 -> ReleaseLevel.MANAGED;
      default -> policy.releaseLevel();
    };
  }

  private void assertAsPredicted() {
    for (Counter count : PREDICTED) {
      if (real.count(count) != model.count(count)) {
        assertThat(real.count(count)).as(count.label()).isEqualTo(model.count(count));
      }
    }
    PoolStatistics now = real.pool.statistics();
    assertThat(now.instances()).isEqualTo(model.instances.size());
    assertThat(now.busy()).isEqualTo((int) model.in(Where.BUSY));
    assertThat(now.free()).isEqualTo((int) model.in(Where.FREE));
    assertThat(now.referenced()).isEqualTo((int) model.in(Where.REFERENCED));
    assertThat(now.reserved()).isEqualTo((int) model.in(Where.RESERVED));
    assertThat(real.connections.out()).isEqualTo((int) model.connected());
    assertThat((long) real.store.size()).as("snapshots").isEqualTo(model.snapshots());
  }

  private void assertInvariants() {
    PoolStatistics now = real.pool.statistics();
    assertOneLiveStateEach();
    assertThat(now.busy()).as("every busy instance has one owner").isEqualTo(underWay.size());
    assertThat(now.instances()).isLessThanOrEqualTo(policy.maxPoolSize());
    assertConnections(now);
    // invariant 6
    assertThat(CAUSES.stream().mapToLong(real::count).sum())
        .as("causes of snapshot writes")
        .isEqualTo(real.count(Counter.SNAPSHOT_WRITES));
    // invariant 8: a write needs one connection more than those that are out already
    assertThat(real.store.peakConnections).isLessThanOrEqualTo(now.maxInstances() + 1);
  }

  /** Invariant 1: one instance at the most holds a session's live state. */
  private void assertOneLiveStateEach() {
    Map<String, FakeModule> holders = new HashMap<>();
    for (FakeModule module : real.built) {
      if (!module.state.isEmpty()) {
        String id = module.state.substring(0, module.state.indexOf(':'));
        assertThat(holders.put(id, module)).as("another instance with " + id).isNull();
      }
    }
  }

  /** Invariant 4, and the first half of 7; the second half is the model's own count. */
  private void assertConnections(PoolStatistics now) {
    if (policy.poolsConnections()) {
      assertThat(now.connectionsHeld()).isLessThanOrEqualTo(now.reserved());
      if (!everReserved && real.count(Counter.ACTIVATION_FAILURES) == 0) {
        assertThat(real.count(Counter.PREPARE_SESSIONS)).isEqualTo(real.count(Counter.CHECKOUTS));
      }
    } else if (policy.poolsModules() && policy.connectionThreshold() == 0 && !everLost) {
      assertThat(real.connections.out()).isEqualTo(now.instances());
      assertThat(now.connectionsHeld()).isEqualTo(now.instances() - now.busy());
    }
  }

  /** Everything ends: requests finish, sessions log out, and nothing may be left behind. */
  void finishAll() {
    storeFailsFor = 0;
    connectionsFailFor = 0;
    failOrRecover();
    for (String id : List.copyOf(underWay.keySet())) {
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

  /** A step as a seeded schedule has them: mostly requests. */
  static Step step(Random random) {
    int dice = random.nextInt(100);
    What what;
    if (dice < 84) {
      what = What.REQUEST;
    } else if (dice < 88) {
      what = What.END;
    } else if (dice < 91) {
      what = What.CLEAN_UP;
    } else if (dice < 97) {
      what = What.TIME_PASSES;
    } else if (dice < 99) {
      what = What.STORE_FAILS;
    } else {
      what = What.CONNECTIONS_FAIL;
    }
    return new Step(what, random.nextInt(USERS), random.nextInt(100));
  }

  /** A preset with small sizes, and any options on top that do not contradict it. */
  static ReleasePolicy policy(Preset preset, Random random) {
    ReleasePolicy policy = preset.policy().with(Map.of("cloakroom.ampool.maxwait", "0"));
    for (Map.Entry<String, List<String>> option : options(random)) {
      List<String> values = option.getValue();
      String value = values.get(random.nextInt(values.size()));
      try {
        policy = policy.with(Map.of(option.getKey(), value));
      } catch (IllegalArgumentException contradiction) {
        // this preset cannot have it
      }
    }
    return policy;
  }

  private static List<Map.Entry<String, List<String>>> options(Random random) {
    int maximum = 1 + random.nextInt(6);
    List<Map.Entry<String, List<String>>> all =
        new ArrayList<>(
            List.of(
                Map.entry("jbo.ampool.maxpoolsize", List.of(Integer.toString(maximum))),
                Map.entry("jbo.recyclethreshold", List.of("0", "1", "2", "3", "4", "5")),
                Map.entry("jbo.ampool.initpoolsize", List.of("0", "0", "1", "2")),
                Map.entry("jbo.ampool.maxavailablesize", List.of("0", "1", "2", "3", "5")),
                Map.entry("jbo.ampool.minavailablesize", List.of("0", "1", "2", "3")),
                Map.entry("jbo.ampool.maxinactiveage", List.of("1000")),
                Map.entry("jbo.ampool.timetolive", List.of("3000", "-1"))));
    Map<String, List<String>> sometimes =
        Map.of(
            "jbo.doconnectionpooling", List.of("true", "false"),
            "jbo.txn.disconnect_level", List.of("0", "1"),
            "jbo.dofailover", List.of("true", "false"),
            "jbo.ampool.doampooling", List.of("true", "true", "false"),
            "jbo.ampool.connection_threshold", List.of("0", "1", "2"),
            "cloakroom.connectionthreshold", List.of("documented", "idle-timeout"),
            "cloakroom.ampool.order", List.of("free-first", "create-first"),
            "cloakroom.ampool.freechoice", List.of("mru", "lru"),
            "cloakroom.monitor.idle", List.of("floor", "all"),
            "cloakroom.level1.reexecute", List.of("fetching", "all"));
    for (String key : sometimes.keySet().stream().sorted().toList()) {
      if (random.nextInt(3) == 0) {
        all.add(Map.entry(key, sometimes.get(key)));
      }
    }
    if (random.nextInt(4) == 0) {
      all.add(Map.entry("cloakroom.monitor.passivates", List.of("true", "false")));
      all.add(Map.entry("cloakroom.releaselevel", List.of("managed", "unmanaged", "reserved")));
    }
    return all;
  }
}
