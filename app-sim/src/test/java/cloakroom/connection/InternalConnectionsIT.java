package cloakroom.connection;

import static cloakroom.connection.PostgresUnderTest.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.ErrorClass;
import cloakroom.database.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A starved pool is noticed at once; the wait time of the sources here is 20 s, and nobody waits
 * for it.
 */
@Timeout(15)
final class InternalConnectionsIT {
  private final List<ConnectionSource> opened = new ArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    opened.forEach(ConnectionSource::close);
    threads.shutdownNow();
  }

  private ConnectionSource open(PoolKind kind, int size) {
    ConnectionSource source = ConnectionSources.open(SERVER.settings(kind, size).build());
    opened.add(source);
    return source;
  }

  private static ConnectionException deadlock(ConnectionSource internal, Lease holder) {
    return catchThrowableOfType(
        ConnectionException.class, () -> internal.borrowFor(holder).close());
  }

  private static void awaitWaiter(ConnectionSource source, int waiting) {
    Await.until("a waiting borrower", () -> ((LeasingSource) source).waiting() == waiting);
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void pinnedLeases_leaveNoHope(PoolKind kind) {
    ConnectionSource source = open(kind, 3);
    Lease two = source.borrow();
    try (Lease one = source.borrow();
        Lease holder = source.borrow()) {
      one.pin();
      two.pin();
      ConnectionException thrown = deadlock(source, holder);
      assertThat(thrown.kind()).isEqualTo(ErrorClass.POOL_EXHAUSTED);
      assertThat(thrown)
          .hasMessageContainingAll(
              "pool size 3",
              "2 pinned",
              "1 waiting",
              "raise the pool size",
              "jbo.server.internal_connection");
      assertThat(source.statistics().internalBorrows()).isZero();
      two.unpin();
      two.close();
      source.borrowFor(holder).close();
      assertThat(source.statistics().internalBorrows()).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void lastHolderThatWaits_givesUp_andTheOtherGoesOn(PoolKind kind) throws Exception {
    ConnectionSource source = open(kind, 2);
    Lease one = source.borrow();
    Lease two = source.borrow();
    Future<?> first = threads.submit(() -> source.borrowFor(one).close());
    awaitWaiter(source, 1);
    assertThat(deadlock(source, two))
        .hasMessageContainingAll("pool size 2", "0 pinned", "2 waiting");
    two.close();
    first.get();
    one.close();
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void pinning_whileAnotherWaits_freesTheWaiter(PoolKind kind) throws Exception {
    ConnectionSource source = open(kind, 2);
    try (Lease holder = source.borrow();
        Lease working = source.borrow()) {
      CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
      Future<ConnectionException> waiter =
          threads.submit(
              () -> {
                ConnectionException thrown = deadlock(source, holder);
                interrupted.complete(Thread.currentThread().isInterrupted());
                return thrown;
              });
      awaitWaiter(source, 1);
      working.pin();
      assertThat(waiter.get()).hasMessageContainingAll("1 pinned", "1 waiting");
      assertThat(interrupted.get()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void waiterWithoutLease_isFreedToo(PoolKind kind) {
    ConnectionSource source = open(kind, 1);
    try (Lease only = source.borrow()) {
      only.pin();
      assertThat(deadlock(source, null)).hasMessageContaining("1 pinned");
    }
  }

  @ParameterizedTest
  @EnumSource
  void separateSource_doesNotStarve(PoolKind kind) {
    ConnectionSource users = open(kind, 1);
    try (ConnectionSource internal = open(kind, 1);
        Lease holder = users.borrow()) {
      holder.pin();
      for (int time = 0; time < 3; time++) {
        internal.borrowFor(holder).close();
      }
      assertThat(internal.statistics().internalBorrows()).isEqualTo(3);
    }
  }
}
