package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.module.FakeConnections.FakeLease;
import cloakroom.module.ReferencePool.Where;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Random schedules of overlapping requests, ends of sessions and cleanup passes, under random
 * policies, against {@link ReferencePool}: every decision, counter and state is predicted, and the
 * invariants of ADF-BC section 9 hold after every step. jqwik prints the seed and the shortest
 * failing schedule.
 */
class RandomScheduleTest {
  private static final List<String> SESSIONS = List.of("ann", "bob", "cyd", "dan", "eve", "fay");
  private static final List<Count> PREDICTED =
      List.of(
          Count.CHECKOUTS,
          Count.CHECKINS,
          Count.CHECKOUT_TIMEOUTS,
          Count.AFFINITY_HITS,
          Count.FREE_HITS,
          Count.CREATED,
          Count.REMOVED,
          Count.RECYCLES,
          Count.LOGICAL_PASSIVATIONS,
          Count.SNAPSHOT_WRITES,
          Count.SNAPSHOT_WRITES_FAILOVER,
          Count.SNAPSHOT_WRITES_LEVEL_ZERO,
          Count.SNAPSHOT_WRITES_RECYCLE,
          Count.SNAPSHOT_WRITES_MONITOR,
          Count.SNAPSHOT_WRITES_UNPOOLED,
          Count.SNAPSHOT_READS,
          Count.SNAPSHOT_DELETES,
          Count.ACTIVATIONS,
          Count.PREPARE_SESSIONS);

  /** What happens next; a session in the middle of a request finishes it instead of a new one. */
  enum What {
    REQUEST,
    END,
    CLEAN_UP,
    TIME_PASSES
  }

  record Step(What what, String session) {}

  private static final class World {
    final ReleasePolicy policy;
    final PoolFixture real;
    final ReferencePool model;
    final Map<String, SessionCookie> cookies = new HashMap<>();
    final Map<String, CheckOut<FakeModule>> underWay = new HashMap<>();
    int serial;

    World(ReleasePolicy policy) {
      this.policy = policy;
      this.real = new PoolFixture(policy);
      this.model = new ReferencePool(policy);
      real.store.connections = real.connections;
    }

    SessionCookie cookie(String id) {
      return cookies.computeIfAbsent(id, PoolFixture::session);
    }
  }

  @Property(tries = 8000)
  void everyScheduleGoesAsPredicted(
      @ForAll("policies") ReleasePolicy policy, @ForAll("schedules") List<Step> schedule) {
    World world = new World(policy);
    for (Step step : schedule) {
      perform(world, step);
      assertCountersAndPlaces(world);
      assertInvariants(world);
    }
  }

  private static void perform(World world, Step step) {
    switch (step.what()) {
      case REQUEST -> startOrFinish(world, step.session());
      case END -> {
        world.real.pool.endSession(world.cookie(step.session()), SessionCookie.End.LOGOUT);
        world.model.end(step.session());
      }
      case CLEAN_UP -> {
        world.real.pool.cleanUp();
        world.model.cleanUp();
      }
      case TIME_PASSES -> {
        world.real.advance(400);
        world.model.now += 400;
      }
    }
  }

  private static void startOrFinish(World world, String id) {
    if (world.underWay.containsKey(id)) {
      finish(world, id);
    } else if (!world.model.session(id).ended) {
      start(world, id);
    }
  }

  private static void start(World world, String id) {
    PoolStatistics before = world.real.pool.statistics();
    String expected = world.model.checkOut(id);
    CheckOut<FakeModule> out;
    try {
      out = world.real.pool.checkOut(world.cookie(id));
    } catch (CheckOutException e) {
      assertThat(expected).as("the model expects no time-out: " + e.getMessage()).isNull();
      return;
    }
    // invariant 3: a request sees what the session's previous request left
    assertThat(out.module().state).isEqualTo(expected);
    // invariant 2: past the threshold only when nothing was available
    if (world.real.pool.statistics().instances() > before.instances()
        && before.instances() >= world.policy.recycleThreshold()) {
      assertThat(before.free() + before.referenced()).isZero();
    }
    // invariant 5: nothing of another session is pending in the connection
    FakeLease lease = (FakeLease) out.module().lease;
    assertThat(lease.pendingOf).isIn(null, id);
    if (world.policy.poolsConnections()) {
      assertThat(lease.pendingOf).isNull();
    }
    lease.pendingOf = id;
    world.underWay.put(id, out);
  }

  private static void finish(World world, String id) {
    CheckOut<FakeModule> out = world.underWay.remove(id);
    String state = id + ":" + ++world.serial;
    out.module().state = state;
    out.touch();
    world.model.change(id, state);
    out.checkIn();
    world.model.checkIn(id);
  }

  private static void assertCountersAndPlaces(World world) {
    for (Count count : PREDICTED) {
      assertThat(world.real.count(count)).as(count.label()).isEqualTo(world.model.count(count));
    }
    PoolStatistics now = world.real.pool.statistics();
    assertThat(now.instances()).isEqualTo(world.model.instances.size());
    assertThat(now.busy()).isEqualTo((int) world.model.in(Where.BUSY));
    assertThat(now.free()).isEqualTo((int) world.model.in(Where.FREE));
    assertThat(now.referenced()).isEqualTo((int) world.model.in(Where.REFERENCED));
    assertThat(now.reserved()).isEqualTo((int) world.model.in(Where.RESERVED));
    assertThat(world.real.connections.out()).isEqualTo((int) world.model.connected());
  }

  private static void assertInvariants(World world) {
    PoolStatistics now = world.real.pool.statistics();
    // invariant 1: one instance at most holds a session's live state; every busy one has one owner
    for (String id : SESSIONS) {
      assertThat(world.real.built.stream().filter(m -> m.state.startsWith(id + ":")).count())
          .as("instances with live state of " + id)
          .isLessThanOrEqualTo(1);
    }
    assertThat(now.busy()).isEqualTo(world.underWay.size());
    // invariant 2
    assertThat(now.instances()).isLessThanOrEqualTo(world.policy.maxPoolSize());
    // invariant 4
    int out = world.real.connections.out();
    if (world.policy.poolsConnections()) {
      assertThat(out).isEqualTo(now.busy());
      assertThat(now.connectionsHeld()).isZero();
    } else {
      assertThat(out).isEqualTo(now.instances());
      assertThat(now.connectionsHeld()).isEqualTo(now.instances() - now.busy());
    }
    // invariant 6
    assertThat(world.real.count(Count.SNAPSHOT_WRITES))
        .isEqualTo(
            world.real.count(Count.SNAPSHOT_WRITES_FAILOVER)
                + world.real.count(Count.SNAPSHOT_WRITES_LEVEL_ZERO)
                + world.real.count(Count.SNAPSHOT_WRITES_RECYCLE)
                + world.real.count(Count.SNAPSHOT_WRITES_MONITOR)
                + world.real.count(Count.SNAPSHOT_WRITES_UNPOOLED)
                + world.real.count(Count.SNAPSHOT_WRITES_STOP));
    // invariant 7, first half; the second half is the model's own count
    if (world.policy.poolsConnections()) {
      assertThat(world.real.count(Count.PREPARE_SESSIONS))
          .isEqualTo(world.real.count(Count.CHECKOUTS));
    }
    // invariant 8: a write needs one connection more than those that are out already
    assertThat(world.real.store.peakConnections)
        .isLessThanOrEqualTo(Math.max(1, now.maxInstances() + 1));
    assertThat(world.real.store.size()).isLessThanOrEqualTo(SESSIONS.size());
  }

  @Provide
  Arbitrary<List<Step>> schedules() {
    Arbitrary<What> what =
        Arbitraries.frequency(
            net.jqwik.api.Tuple.of(20, What.REQUEST),
            net.jqwik.api.Tuple.of(1, What.END),
            net.jqwik.api.Tuple.of(1, What.CLEAN_UP),
            net.jqwik.api.Tuple.of(2, What.TIME_PASSES));
    return Combinators.combine(what, Arbitraries.of(SESSIONS)).as(Step::new).list().ofMaxSize(120);
  }

  @Provide
  Arbitrary<ReleasePolicy> policies() {
    Arbitrary<Map<String, String>> settings =
        Combinators.combine(
                Arbitraries.of("true", "false"),
                Arbitraries.of("0", "1"),
                Arbitraries.of("true", "false"),
                Arbitraries.of("true", "true", "true", "false"),
                Arbitraries.integers().between(0, 5),
                Arbitraries.integers().between(1, 6),
                Arbitraries.integers().between(0, 3),
                Arbitraries.of("managed", "managed", "managed", "unmanaged", "reserved"))
            .as(RandomScheduleTest::settings);
    return settings.map(values -> Preset.STICKY.policy().with(values));
  }

  private static Map<String, String> settings(
      String pooling,
      String level,
      String failover,
      String pooledModules,
      int threshold,
      int maximum,
      int floor,
      String release) {
    Map<String, String> values = new HashMap<>();
    values.put("jbo.doconnectionpooling", pooling);
    values.put("jbo.txn.disconnect_level", level);
    values.put("jbo.dofailover", failover);
    values.put("jbo.ampool.doampooling", pooledModules);
    values.put("jbo.recyclethreshold", Integer.toString(threshold));
    values.put("jbo.ampool.maxpoolsize", Integer.toString(maximum));
    values.put("jbo.ampool.minavailablesize", Integer.toString(floor));
    values.put("jbo.ampool.maxavailablesize", Integer.toString(floor + 2));
    values.put("jbo.ampool.maxinactiveage", "1000");
    values.put("jbo.ampool.timetolive", "3000");
    values.put("cloakroom.releaselevel", release);
    values.put("cloakroom.ampool.maxwait", "0");
    return values;
  }
}
