package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.app.UserSession;
import cloakroom.database.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionQueueTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final SessionEntry queue = new SessionEntry(new UserSession("id", 1), 0);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final List<Integer> order = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger queued = new AtomicInteger();

  @AfterEach
  void end() {
    mayEnd.countDown();
    threads.shutdown();
  }

  private CompletableFuture<Object> submit(SessionEntry.Bounds bounds, int number) {
    return CompletableFuture.supplyAsync(
        () ->
            queue.run(
                bounds,
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
    SessionEntry.Bounds bounds = new SessionEntry.Bounds(5, LONG);
    List<CompletableFuture<Object>> all = new ArrayList<>();
    all.add(submit(bounds, 0));
    Await.until("the first runs", () -> order.size() == 1);
    for (int i = 1; i <= 5; i++) {
      int waiting = i;
      all.add(submit(bounds, i));
      Await.until("it waits", () -> queued.get() == waiting && queue.waiting() == waiting);
    }
    assertThat(order).containsExactly(0);

    mayEnd.countDown();

    all.forEach(CompletableFuture::join);
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5);
    assertThat(queue.present()).isZero();
  }

  @Test
  void fullQueue_refusesAtOnceAndForgetsTheRequest() {
    SessionEntry.Bounds bounds = new SessionEntry.Bounds(1, LONG);
    CompletableFuture<Object> first = submit(bounds, 0);
    Await.until("the first runs", () -> order.size() == 1);
    CompletableFuture<Object> second = submit(bounds, 1);
    Await.until("the second waits", () -> queue.waiting() == 1);

    assertThatThrownBy(() -> queue.run(bounds, () -> {}, () -> 2))
        .isInstanceOfSatisfying(
            SessionEntry.RefusedException.class, e -> assertThat(e.full()).isTrue())
        .hasMessage(
            "this session has a request under way and 1 waiting, which is the most; send one after"
                + " another");

    mayEnd.countDown();
    assertThat(first.join()).isEqualTo(0);
    assertThat(second.join()).isEqualTo(1);
    assertThat(queue.<Integer>run(bounds, () -> {}, () -> 3)).isEqualTo(3);
  }

  @Test
  void waitThatIsOver_isRefusedAndRunsNothing() {
    CompletableFuture<Object> first = submit(new SessionEntry.Bounds(1, LONG), 0);
    Await.until("the first runs", () -> order.size() == 1);

    assertThatThrownBy(
            () ->
                queue.run(
                    new SessionEntry.Bounds(1, Duration.ofMillis(20)),
                    () -> {},
                    () -> order.add(1)))
        .isInstanceOfSatisfying(
            SessionEntry.RefusedException.class, e -> assertThat(e.full()).isFalse())
        .hasMessageContaining("20 ms");

    mayEnd.countDown();
    first.join();
    assertThat(order).containsExactly(0);
  }

  @Test
  void failedRequest_letsTheNextOneIn() {
    SessionEntry.Bounds bounds = new SessionEntry.Bounds(0, LONG);
    assertThatThrownBy(
            () ->
                queue.run(
                    bounds,
                    () -> {},
                    () -> {
                      throw new IllegalStateException("failed");
                    }))
        .hasMessage("failed");
    assertThat(queue.<Integer>run(bounds, () -> {}, () -> 1)).isEqualTo(1);
  }
}
