package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Many threads on few instances: no state is lost, none is seen by another session, and the books
 * balance afterwards.
 */
class ConcurrentPoolTest {
  private static final int THREADS = 8;
  private static final int SESSIONS = 24;
  private static final int REQUESTS = 1_500;

  private static final class User {
    final SessionCookie cookie;
    String left = "";

    User(String id) {
      cookie = PoolFixture.session(id);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Preset.class,
      names = {
        "STICKY",
        "STICKY_FAILOVER",
        "RELEASE_PASSIVATE",
        "RELEASE_IN_MEMORY",
        "RELEASE_FAILOVER",
        "UNPOOLED_MODULES",
        "CONNECTION_THRESHOLD"
      })
  void managedState_survivesEverySchedule(Preset preset) throws Exception {
    PoolFixture f =
        new PoolFixture(
            preset
                .policy()
                .with(
                    Map.of(
                        "jbo.recyclethreshold", "4",
                        "jbo.ampool.maxpoolsize", "6",
                        "jbo.ampool.minavailablesize", "0",
                        "jbo.ampool.maxavailablesize", "3")));
    List<User> users = new ArrayList<>();
    for (int i = 0; i < SESSIONS; i++) {
      users.add(new User("s" + i));
    }
    AtomicInteger overlaps = new AtomicInteger();
    List<Callable<Void>> work = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      Random random = new Random(thread);
      work.add(
          () -> {
            for (int i = 0; i < REQUESTS; i++) {
              User user = users.get(random.nextInt(SESSIONS));
              request(f, user, overlaps);
              if (i % 100 == 0) {
                f.pool.cleanUp();
              }
            }
            return null;
          });
    }
    run(work);

    assertThat(overlaps.get()).as("requests of one session that overlapped").isZero();
    PoolStatistics end = f.pool.statistics();
    assertThat(end.busy()).isZero();
    assertThat(end.maxInstances()).isLessThanOrEqualTo(6);
    assertThat(f.count(Counter.CHECKOUTS)).isEqualTo((long) THREADS * REQUESTS);
    assertThat(f.count(Counter.CHECKINS)).isEqualTo((long) THREADS * REQUESTS);
    assertThat(f.connections.out()).isEqualTo(end.connectionsHeld());
    users.forEach(user -> f.pool.endSession(user.cookie, SessionCookie.End.LOGOUT));
    assertThat(f.store.size()).as("no snapshot outlives its session").isZero();
    f.pool.close();
    assertThat(f.connections.out()).isZero();
  }

  private static void request(PoolFixture f, User user, AtomicInteger overlaps) {
    CheckOut<FakeModule> out = f.pool.checkOut(user.cookie);
    String left = user.left;
    if (!out.module().state.equals(left)) {
      overlaps.incrementAndGet();
      throw new AssertionError("found " + out.module().state + ", left " + left);
    }
    String now = user.cookie.sessionId() + ":" + (left.length() % 7) + left.hashCode();
    out.module().state = now;
    user.left = now;
    out.touch();
    out.checkIn();
  }

  private static void run(List<Callable<Void>> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(work.size());
    try {
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
    } finally {
      threads.shutdown();
    }
  }
}
