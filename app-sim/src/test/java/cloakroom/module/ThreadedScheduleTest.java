package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import cloakroom.database.Await;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.policy.JboProperty;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleaseLevel;
import cloakroom.policy.ReleasePolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Threads with random schedules under every policy: requests, ends of sessions, cleanup passes and
 * failures of the store. Invariants are verified during the run, counters after each round. {@code
 * -Dcloakroom.seed=N} repeats the decisions, but not their timing; {@code -Dcloakroom.steps} sets
 * the total number of requests.
 */
@Tag("scalable")
class ThreadedScheduleTest {
  private static final int THREADS = 8;
  private static final int USERS = 20;
  private static final int ROUNDS = 3;
  private static final int STEPS = Integer.getInteger("cloakroom.steps", 5_000);
  private static final int REQUESTS_EACH =
      STEPS / (Preset.values().length - 1) / ROUNDS / THREADS + 1;
  private static final long SEED = Long.getLong("cloakroom.seed", System.nanoTime());
  private static final long WAIT_MILLIS = Await.LIMIT.toMillis();

  private static final class Session {
    final SessionCookie cookie;
    final AtomicBoolean inRequest = new AtomicBoolean();
    String left = "";

    Session(String id) {
      cookie = PoolFixture.session(id);
    }
  }

  private final Map<Integer, Session> sessions = new ConcurrentHashMap<>();
  private final List<Session> all = new ArrayList<>();
  private final Set<FakeModule> inUse = ConcurrentHashMap.newKeySet();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong leftToPurge = new AtomicLong();
  private final AtomicLong serial = new AtomicLong();

  @ParameterizedTest
  @EnumSource(value = Preset.class, mode = EnumSource.Mode.EXCLUDE, names = "NOOP")
  void randomSchedule_keepsInvariants(Preset preset) throws Exception {
    PoolFixture f = new PoolFixture(policy(preset));
    for (int user = 0; user < USERS; user++) {
      begin(user);
    }
    ExecutorService threads = Executors.newFixedThreadPool(THREADS + 2);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        run(threads, f, new Random(SEED + round));
        f.store.down = false;
        assertIdle(f);
      }
      finish(f);
    } catch (AssertionError | Exception e) {
      throw new AssertionError("under " + preset + ", -Dcloakroom.seed=" + SEED, e);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Returns the preset with few instances, unless every session needs its own. */
  private static ReleasePolicy policy(Preset preset) {
    Map<String, String> small = new HashMap<>();
    small.put("cloakroom.ampool.maxwait", Long.toString(WAIT_MILLIS));
    small.put("jbo.ampool.minavailablesize", "0");
    small.put("jbo.ampool.maxavailablesize", "2");
    if (preset == Preset.CONNECTION_THRESHOLD) {
      small.put("jbo.ampool.connection_threshold", "1");
    }
    if (preset != Preset.RESERVED && preset != Preset.UNBOUNDED) {
      small.put("jbo.recyclethreshold", "3");
      small.put("jbo.ampool.maxpoolsize", "5");
    }
    return preset.policy().with(small);
  }

  private synchronized void begin(int user) {
    Session session = new Session("u" + user + "." + all.size());
    all.add(session);
    sessions.put(user, session);
  }

  private void run(ExecutorService threads, PoolFixture f, Random seeds) throws Exception {
    CountDownLatch requesting = new CountDownLatch(THREADS);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      Random random = new Random(seeds.nextLong());
      running.add(threads.submit(() -> requests(f, random, requesting)));
    }
    Random disturbing = new Random(seeds.nextLong());
    running.add(threads.submit(() -> whileRequesting(requesting, () -> disturb(f, disturbing))));
    running.add(threads.submit(() -> whileRequesting(requesting, () -> watch(f))));
    for (Future<?> one : running) {
      one.get();
    }
  }

  private void requests(PoolFixture f, Random random, CountDownLatch requesting) {
    try {
      for (int request = 0; request < REQUESTS_EACH; request++) {
        request(f, random);
      }
    } finally {
      requesting.countDown();
    }
  }

  private static void whileRequesting(CountDownLatch requesting, Runnable act) {
    while (requesting.getCount() > 0) {
      act.run();
    }
  }

  private void request(PoolFixture f, Random random) {
    Session session = sessions.get(random.nextInt(USERS));
    CheckOut<FakeModule> out;
    try {
      out = f.pool.checkOut(session.cookie);
    } catch (CheckOutException e) {
      switch (e.reason()) {
        case ENDED -> {}
        case PASSIVATION, ACTIVATION -> refused.incrementAndGet();
        default -> throw e; // a timeout means that a waiting request was forgotten
      }
      return;
    }
    FakeModule module = out.module();
    assertThat(session.inRequest.compareAndSet(false, true)).as("one request at a time").isTrue();
    assertThat(inUse.add(module)).as("a busy instance has one owner").isTrue();
    assertThat(module.state).as("what " + session.cookie + " left").isEqualTo(session.left);
    if (random.nextInt(4) == 0) {
      LockSupport.parkNanos(random.nextInt(50_000));
    }
    checkIn(f, random, session, out);
  }

  private void checkIn(PoolFixture f, Random random, Session session, CheckOut<FakeModule> out) {
    FakeModule module = out.module();
    String leaves = session.cookie.sessionId() + ":" + serial.incrementAndGet();
    module.state = leaves;
    out.touch();
    if (random.nextInt(20) == 0) {
      out.transactionEnded();
    }
    boolean forgets = f.pool.policy.releaseLevel() == ReleaseLevel.UNMANAGED;
    session.left = forgets ? "" : leaves;
    assertThat(module.state).as("no other thread changed it").isEqualTo(leaves);
    inUse.remove(module);
    session.inRequest.set(false);
    try {
      out.checkIn();
    } catch (CheckOutException e) {
      assertThat(e.reason()).isEqualTo(CheckOutException.CheckOutFailure.PASSIVATION);
    }
  }

  private void disturb(PoolFixture f, Random random) {
    int user = random.nextInt(USERS);
    switch (random.nextInt(12)) {
      case 0 -> {
        Session ended = sessions.get(user);
        begin(user);
        SessionCookie.End[] ways = {SessionCookie.End.LOGOUT, SessionCookie.End.EXPIRED};
        SessionCookie.End way = ways[random.nextInt(2)];
        if (way == SessionCookie.End.EXPIRED && f.pool.policy.writesCookieToClient()) {
          leftToPurge.incrementAndGet(); // it may continue at another node
        }
        f.pool.endSession(ended.cookie, way);
      }
      case 1 -> f.store.down = random.nextInt(3) == 0;
      case 2 -> f.advance(random.nextInt(300_000));
      default -> f.pool.cleanUp();
    }
    LockSupport.parkNanos(200_000);
  }

  private void watch(PoolFixture f) {
    Map<Counter, Long> now = f.pool.statistics();
    assertThat(now.get(Counter.INSTANCES))
        .isLessThanOrEqualTo(f.pool.policy.number(JboProperty.MAX_POOL_SIZE));
    assertThat(now.get(Counter.INSTANCES))
        .isEqualTo(
            now.get(Counter.BUSY)
                + now.get(Counter.FREE)
                + now.get(Counter.REFERENCED)
                + now.get(Counter.RESERVED));
    assertThat(now.get(Counter.CONNECTIONS_HELD))
        .isLessThanOrEqualTo(now.get(Counter.INSTANCES) - now.get(Counter.BUSY));
    LockSupport.parkNanos(50_000);
  }

  private void assertIdle(PoolFixture f) {
    Map<Counter, Long> now = f.pool.statistics();
    assertThat(now.get(Counter.BUSY)).isZero();
    assertThat(now.get(Counter.FREE) + now.get(Counter.REFERENCED) + now.get(Counter.RESERVED))
        .as("available and reserved instances")
        .isEqualTo(now.get(Counter.INSTANCES));
    f.assertOneLiveStateEach();
    assertThat(f.count(Counter.CHECKOUTS)).isEqualTo(f.count(Counter.CHECKINS));
    assertThat(f.count(Counter.CHECKOUT_TIMEOUTS)).isZero();
    assertThat(
            f.count(Counter.AFFINITY_HITS)
                + f.count(Counter.FREE_HITS)
                + f.count(Counter.CREATED)
                + f.count(Counter.RECYCLES))
        .as("check-outs, and those that failed")
        .isEqualTo(f.count(Counter.CHECKOUTS) + refused.get());
    assertThat(f.count(Counter.CREATED) - f.count(Counter.REMOVED))
        .isEqualTo(now.get(Counter.INSTANCES));
    f.assertEachWriteHasACause();
    assertThat(now.get(Counter.CONNECTIONS_HELD)).isEqualTo(f.connections.out());
    assertThat(f.count(Counter.STATES_LOST)).isZero();
    assertThat(f.count(Counter.CHECKOUTS)).as("something happened").isPositive();
  }

  private void finish(PoolFixture f) {
    all.forEach(session -> f.pool.endSession(session.cookie, SessionCookie.End.LOGOUT));
    assertThat((long) f.store.size())
        .as("a snapshot outlives its session only if it could not or must not be deleted")
        .isLessThanOrEqualTo(f.count(Counter.PASSIVATION_FAILURES) + leftToPurge.get());
    f.pool.close();
    assertThat(f.connections.out()).isZero();
    assertThat(f.pool.statistics().get(Counter.INSTANCES)).isZero();
  }
}
