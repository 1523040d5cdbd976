package cloakroom.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DelaySchedulerTest {
  private static final long MILLI = 1_000_000;
  private final DelayScheduler clock = new DelayScheduler("scheduler-under-test");
  private final Queue<Integer> done = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    clock.close();
  }

  private static void await(CountDownLatch scheduled) {
    try {
      scheduled.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void actions_runInOrderAndNeverEarly() throws InterruptedException {
    CountDownLatch scheduled = new CountDownLatch(1);
    clock.schedule(System.nanoTime(), () -> await(scheduled));
    long from = System.nanoTime();
    Queue<Long> early = new ConcurrentLinkedQueue<>();
    CountDownLatch all = new CountDownLatch(4);
    for (int millis : new int[] {60, 20, 40, 20}) {
      long due = from + millis * MILLI;
      clock.schedule(
          due,
          () -> {
            if (System.nanoTime() - due < 0) {
              early.add(due);
            }
            done.add(millis);
            all.countDown();
          });
    }
    scheduled.countDown();
    all.await();
    assertThat(done).containsExactlyElementsOf(List.of(20, 20, 40, 60));
    assertThat(early).isEmpty();
  }

  @Test
  void actionsOfTheSameTime_keepTheirOrder() throws InterruptedException {
    CountDownLatch all = new CountDownLatch(100);
    long due = System.nanoTime() + 20 * MILLI;
    for (int i = 0; i < 100; i++) {
      int number = i;
      clock.schedule(
          due,
          () -> {
            done.add(number);
            all.countDown();
          });
    }
    all.await();
    assertThat(List.copyOf(done)).isSorted();
  }
}
