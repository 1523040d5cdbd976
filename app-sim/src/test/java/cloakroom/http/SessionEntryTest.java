package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.app.UserSession;
import cloakroom.database.Await;
import cloakroom.http.UserSessions.SessionEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionEntryTest {
  private final SessionEntry queue = usedAt(0);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger queued = new AtomicInteger();

  @AfterEach
  void end() {
    mayEnd.countDown();
    threads.shutdown();
  }

  private CompletableFuture<Object> submit(int most, int number) {
    return CompletableFuture.supplyAsync(
        () ->
            queue.run(
                most,
                Await.LIMIT,
                queued::incrementAndGet,
                () -> {
                  order.add(number);
                  await(mayEnd);
                  return number;
                }),
        threads);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void requests_runOneAfterAnotherAsTheyCame() {
    List<CompletableFuture<Object>> all = new ArrayList<>();
    all.add(submit(5, 0));
    Await.until("the first runs", () -> order.size() == 1);
    for (int i = 1; i <= 5; i++) {
      int waiting = i;
      all.add(submit(5, i));
      Await.until("it waits", () -> queued.get() == waiting && queue.waiting() == waiting);
    }
    assertThat(order).containsExactly(0);

    mayEnd.countDown();

    all.forEach(CompletableFuture::join);
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(queue.waiting()).isZero();
  }

  @Test
  void fullQueue_refusesAtOnceAndForgetsTheRequest() {
    CompletableFuture<Object> first = submit(1, 0);
    Await.until("the first runs", () -> order.size() == 1);
    CompletableFuture<Object> second = submit(1, 1);
    Await.until("the second waits", () -> queue.waiting() == 1);

    assertThatThrownBy(() -> queue.run(1, Await.LIMIT, () -> {}, () -> 2))
        .isInstanceOfSatisfying(
            RequestError.RejectedException.class, e -> assertThat(e.error.status()).isEqualTo(429))
        .hasMessage("session: 1 waiting requests are the maximum; send one after another");

    mayEnd.countDown();
    assertThat(first.join()).isEqualTo(0);
    assertThat(second.join()).isEqualTo(1);
    assertThat(queue.<Integer>run(1, Await.LIMIT, () -> {}, () -> 3)).isEqualTo(3);
  }

  @Test
  void waitThatIsOver_isRefusedAndRunsNothing() {
    CompletableFuture<Object> first = submit(1, 0);
    Await.until("the first runs", () -> order.size() == 1);

    assertThatThrownBy(() -> queue.run(1, Duration.ofMillis(20), () -> {}, () -> order.add(1)))
        .isInstanceOfSatisfying(
            RequestError.RejectedException.class, e -> assertThat(e.error.status()).isEqualTo(503))
        .hasMessageContaining("20 ms");

    mayEnd.countDown();
    first.join();
    assertThat(order).containsExactly(0);
  }

  @Test
  void failedRequest_letsTheNextOneIn() {
    assertThatThrownBy(() -> queue.run(0, Await.LIMIT, () -> {}, () -> Integer.parseInt("failed")))
        .hasMessageContaining("failed");
    assertThat(queue.<Integer>run(0, Await.LIMIT, () -> {}, () -> 1)).isEqualTo(1);
  }

  private static SessionEntry usedAt(long nanos) {
    return new SessionEntry(new UserSession("id", 1), nanos);
  }

  @Test
  void use_putsTheEndOff_butNotOfAnExpiredSession() {
    SessionEntry entry = usedAt(0);
    assertThat(entry.expire(10, 10)).isFalse();
    assertThat(entry.use(5)).isTrue();

    assertThat(entry.expire(15, 10)).isFalse();
    assertThat(entry.expire(16, 10)).isTrue();
    assertThat(entry.use(17)).isFalse();
    assertThat(entry.expire(100, 10)).isFalse();
  }

  @Test
  void useAndEndAtOnce_haveOneWinner() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    for (int i = 0; i < 2_000; i++) {
      SessionEntry entry = usedAt(0);
      CompletableFuture<Boolean> used =
          CompletableFuture.supplyAsync(
              () -> {
                meet(both);
                return entry.use(100);
              });
      meet(both);
      boolean expired = entry.expire(100, 10);
      assertThat(used.get()).isNotEqualTo(expired);
    }
  }

  private static void meet(CyclicBarrier both) {
    try {
      both.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
