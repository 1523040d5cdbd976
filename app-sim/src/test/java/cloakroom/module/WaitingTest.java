package cloakroom.module;

import static cloakroom.module.PoolFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.Counter;
import cloakroom.database.Await;
import cloakroom.module.ApplicationModulePool.CheckOut;
import cloakroom.policy.Preset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waiting requests (T6) and the events that serve them. No wait may time out. */
class WaitingTest {
  private static final String LONG = "3600000";
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final PoolFixture f =
      PoolFixture.of(
          Preset.STICKY, "jbo.ampool.maxpoolsize", "2", "cloakroom.ampool.maxwait", LONG);

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private CompletableFuture<CheckOut<FakeModule>> later(SessionCookie cookie) {
    return CompletableFuture.supplyAsync(() -> f.pool.checkOut(cookie), threads);
  }

  private void awaitWaits(int count) {
    Await.until(count + " wait", () -> f.count(Counter.CHECKOUT_WAITS) == count);
  }

  @Test
  void eachCheckIn_servesOneWaiter() {
    List<CheckOut<FakeModule>> inUse = new ArrayList<>();
    inUse.add(f.pool.checkOut(session("a")));
    inUse.add(f.pool.checkOut(session("b")));
    List<CompletableFuture<CheckOut<FakeModule>>> waiting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      waiting.add(later(session("w" + i)));
      awaitWaits(i + 1);
    }
    for (int served = 0; served < waiting.size(); served++) {
      inUse.remove(0).checkIn();
      CompletableFuture<CheckOut<FakeModule>> next = waiting.get(served);
      inUse.add(next.join());
      assertThat(waiting.stream().filter(CompletableFuture::isDone)).hasSize(served + 1);
    }
    assertThat(f.count(Counter.CHECKOUT_WAITS)).isEqualTo(6);
  }

  @Test
  void freedAndRemovedInstances_serveWaiters() {
    SessionCookie ann = session("ann");
    SessionCookie bob = session("bob");
    CheckOut<FakeModule> a = f.pool.checkOut(ann);
    CheckOut<FakeModule> b = f.pool.checkOut(bob);
    CompletableFuture<CheckOut<FakeModule>> first = later(session("w1"));
    awaitWaits(1);
    CompletableFuture<CheckOut<FakeModule>> second = later(session("w2"));
    awaitWaits(2);

    f.pool.endSession(ann, SessionCookie.End.LOGOUT);
    a.checkIn();
    assertThat(first.join().module()).isNotNull();
    f.pool.endSession(bob, SessionCookie.End.LOGOUT);
    b.module().lease.markBroken();
    b.checkIn();

    assertThat(second.join().module()).isNotNull();
    assertThat(f.count(Counter.REMOVED)).as("unusable without its connection").isEqualTo(1);
  }

  @Test
  void secondRequestOfSession_waitsForFirstOnly() {
    SessionCookie ann = session("ann");
    CheckOut<FakeModule> first = f.pool.checkOut(ann);
    first.module().state = "a1";
    CheckOut<FakeModule> other = f.pool.checkOut(session("bob"));
    CompletableFuture<CheckOut<FakeModule>> second = later(ann);
    Await.until("it waits", () -> f.pool.waiting() == 1);

    other.checkIn();
    f.request(session("carl"), "c");
    assertThat(second).isNotDone();
    first.checkIn();

    assertThat(second.join().module().state).isEqualTo("a1");
    assertThat(f.count(Counter.CHECKOUT_WAITS)).as("not for an instance").isZero();
    assertThat(f.pool.waiting()).isZero();
  }

  @Test
  void waiterOfBusySession_doesNotBlockOthers() {
    CheckOut<FakeModule> a = f.pool.checkOut(session("a"));
    CheckOut<FakeModule> b = f.pool.checkOut(session("b"));
    SessionCookie twice = session("twice");
    CompletableFuture<CheckOut<FakeModule>> first = later(twice);
    awaitWaits(1);
    CompletableFuture<CheckOut<FakeModule>> second = later(twice);
    awaitWaits(2);
    CompletableFuture<CheckOut<FakeModule>> third = later(session("c"));
    awaitWaits(3);

    a.checkIn();
    Await.until("one of the two has it", () -> first.isDone() || second.isDone());
    b.checkIn();

    assertThat(third.join().module()).isNotNull();
    (first.isDone() ? first : second).join().checkIn();
    assertThat((first.isDone() ? first : second).join().module()).isNotNull();
    CompletableFuture.allOf(first, second).join();
  }

  @Test
  void endOfSessionAndClose_rejectWaiters() {
    f.pool.checkOut(session("a"));
    CheckOut<FakeModule> b = f.pool.checkOut(session("b"));
    SessionCookie gone = session("gone");
    CompletableFuture<CheckOut<FakeModule>> ended = later(gone);
    awaitWaits(1);
    CompletableFuture<CheckOut<FakeModule>> closed = later(session("late"));
    awaitWaits(2);

    f.pool.endSession(gone, SessionCookie.End.LOGOUT);
    assertThat(refusal(ended)).isEqualTo(CheckOutException.CheckOutFailure.ENDED);
    assertThat(closed).isNotDone();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(f.pool::close, threads);

    assertThat(refusal(closed)).isEqualTo(CheckOutException.CheckOutFailure.CLOSED);
    assertThat(closing).as("waits for running requests").isNotDone();
    b.checkIn();
  }

  @Test
  void close_lastCheckIn_ends() {
    CheckOut<FakeModule> a = f.pool.checkOut(session("a"));
    CompletableFuture<Void> closing = CompletableFuture.runAsync(f.pool::close, threads);
    Await.until("it is closing", () -> isClosed(session("b")));

    a.checkIn();
    closing.join();

    assertThat(f.pool.statistics().get(Counter.INSTANCES)).isZero();
  }

  @Test
  void stop_passivatesIdleSessionsWithoutWaiting() {
    f.request(session("a"), "a:1");
    CheckOut<FakeModule> busy = f.pool.checkOut(session("b"));
    busy.module().state = "b:1";
    busy.touch();

    assertThat(f.pool.stop()).as("no instance is in use").isFalse();
    assertThat(f.count(Counter.SNAPSHOT_WRITES_STOP)).isEqualTo(1);
    busy.checkIn();
    f.pool.close();

    assertThat(f.count(Counter.SNAPSHOT_WRITES_STOP)).isEqualTo(2);
    assertThat(f.pool.unsavedStates()).isZero();
  }

  private boolean isClosed(SessionCookie cookie) {
    try {
      f.pool.checkOut(cookie).checkIn();
      return false;
    } catch (CheckOutException e) {
      return e.reason() == CheckOutException.CheckOutFailure.CLOSED;
    }
  }

  private static CheckOutException.CheckOutFailure refusal(CompletableFuture<?> request) {
    CompletionException e = catchThrowableOfType(CompletionException.class, request::join);
    return ((CheckOutException) e.getCause()).reason();
  }
}
