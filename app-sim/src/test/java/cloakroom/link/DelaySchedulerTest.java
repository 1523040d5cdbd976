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

  private final DelayScheduler clock = new DelayScheduler("clock-under-test");
  private final Queue<Integer> done = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    clock.close();
  }

  private static void await(CountDownLatch asked) {
    try {
      asked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void tasks_runInTheOrderOfTheirMomentsAndNeverBefore() throws InterruptedException {
    CountDownLatch asked = new CountDownLatch(1);
    clock.at(System.nanoTime(), () -> await(asked));
    long from = System.nanoTime();
    Queue<Long> early = new ConcurrentLinkedQueue<>();
    CountDownLatch all = new CountDownLatch(4);
    for (int millis : new int[] {60, 20, 40, 20}) {
      long due = from + millis * MILLI;
      clock.at(
          due,
          () -> {
            if (System.nanoTime() - due < 0) {
              early.add(due);
            }
            done.add(millis);
            all.countDown();
          });
    }
    asked.countDown();
    all.await();
    assertThat(done).containsExactlyElementsOf(List.of(20, 20, 40, 60));
    assertThat(early).isEmpty();
  }

  @Test
  void sameMoment_keepsTheOrderInWhichItWasAsked() throws InterruptedException {
    CountDownLatch all = new CountDownLatch(100);
    long due = System.nanoTime() + 20 * MILLI;
    for (int i = 0; i < 100; i++) {
      int number = i;
      clock.at(
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
