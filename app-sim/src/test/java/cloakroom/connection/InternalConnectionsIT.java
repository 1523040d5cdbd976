package cloakroom.connection;

import static cloakroom.connection.PostgresUnderTest.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.database.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Holders of a connection that need a second one of the same pool do not deadlock. */
final class InternalConnectionsIT {
  private static final int SIZE = 3;
  private static final int HOLDERS = 3 * SIZE;
  private static final int TIMES = 20;
  private final List<ConnectionSource> opened = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    opened.forEach(ConnectionSource::close);
    threads.shutdownNow();
  }

  private ConnectionSource open(ConnectionSettings settings) {
    ConnectionSource source = ConnectionSources.open(settings.build());
    opened.add(source);
    return source;
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void moreHoldersThanConnections_allGetTheirSecondOne(PoolKind kind) throws Exception {
    ConnectionSource source = open(SERVER.settings(kind, SIZE).reserve(1));
    AtomicInteger left = new AtomicInteger(HOLDERS * TIMES);
    CyclicBarrier firstOnes = new CyclicBarrier(SIZE - 1);
    List<Future<Void>> holders = new ArrayList<>();
    for (int holder = 0; holder < HOLDERS; holder++) {
      holders.add(threads.submit(() -> hold(source, left, firstOnes)));
    }
    for (Future<Void> holder : holders) {
      holder.get();
    }
    Map<Counter, Long> now = source.statistics();
    assertThat(now.get(Counter.INTERNAL_BORROWS)).isEqualTo(HOLDERS * TIMES);
    assertThat(now.get(Counter.BORROW_TIMEOUTS)).isZero();
    assertThat(now.get(Counter.MAX_CONNECTIONS_IN_USE)).isEqualTo(SIZE);
    assertThat(now.get(Counter.CONNECTIONS_IN_USE)).isZero();
  }

  private static Void hold(ConnectionSource source, AtomicInteger left, CyclicBarrier firstOnes)
      throws Exception {
    while (left.getAndDecrement() > 0) {
      try (Lease user = source.borrow()) {
        firstOnes.await();
        source.borrowInternal(user).close();
      }
    }
    return null;
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void pinnedLeases_leaveOneForSnapshots(PoolKind kind) {
    ConnectionSource source =
        open(SERVER.settings(kind, 2).minimum(2).reserve(1).borrowWait(Duration.ofMillis(250)));
    try (Lease user = ServerUnderTest.lend(source::borrow)) {
      user.pin();
      ServerUnderTest.lend(() -> source.borrowInternal(null)).close();
      ServerUnderTest.lend(() -> source.borrowInternal(user)).close();
      long before = source.statistics().get(Counter.BORROW_TIMEOUTS);

      ConnectionException full =
          catchThrowableOfType(ConnectionException.class, () -> source.borrow().close());

      assertThat(full.kind()).isEqualTo(ErrorClass.POOL_EXHAUSTED);
      assertThat(full)
          .hasMessageContainingAll("limit 2 (1 for snapshots alone)", "in use 1", "pinned 1");
      assertThat(source.statistics().get(Counter.BORROW_TIMEOUTS)).isEqualTo(before + 1);
    }
    ServerUnderTest.lend(source::borrow).close();
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void onlyConnection_isNotWaitedForByItsHolder(PoolKind kind) {
    ConnectionSource source = open(SERVER.settings(kind, 1));
    try (Lease only = source.borrow()) {
      assertThatThrownBy(() -> source.borrowInternal(only))
          .hasMessageContainingAll(
              "no second connection", "raise the pool size", "jbo.server.internal_connection");
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void interruptedWait_leavesTheNextUserItsPlace(PoolKind kind) throws Exception {
    ConnectionSource source = open(SERVER.settings(kind, 2).reserve(1));
    CountDownLatch ended = new CountDownLatch(1);
    try (Lease held = source.borrow()) {
      Thread waiter =
          new Thread(
              () -> {
                assertThatThrownBy(source::borrow).isInstanceOf(ConnectionException.class);
                ended.countDown();
              });
      waiter.start();
      Await.until("a user waits", () -> source.waiting() == 1);
      waiter.interrupt();
      ended.await();
      assertThat(held.isBroken()).isFalse();
    }
    source.borrow().close();
    assertThat(source.waiting()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void separateSource_doesNotStarve(PoolKind kind) {
    ConnectionSource users = open(SERVER.settings(kind, 1));
    try (ConnectionSource internal = open(SERVER.settings(kind, 1));
        Lease holder = users.borrow()) {
      holder.pin();
      for (int time = 0; time < 3; time++) {
        internal.borrowInternal(holder).close();
      }
      assertThat(internal.statistics().get(Counter.INTERNAL_BORROWS)).isEqualTo(3);
    }
  }
}
