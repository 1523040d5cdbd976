package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.jmeter.sampler.DebugSampler;
import org.apache.jmeter.samplers.Sampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SequentialSchedulerTest {
  private final List<String> told = Collections.synchronizedList(new ArrayList<>());
  private final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final SequentialScheduler turns =
      new SequentialScheduler(
          7_000,
          (request, transaction) -> {
            told.add(request);
            asked.add(transaction);
          });

  /** Starts a user; steps are names of requests or waits in milliseconds. */
  private Thread user(CountDownLatch before, String... steps) {
    Thread thread =
        new Thread(
            () -> {
              turns.threadStarted();
              awaited(before);
              for (String step : steps) {
                if (step.matches("\\d+")) {
                  assertThat(SequentialScheduler.pass(Long.parseLong(step))).isZero();
                } else {
                  turns.sampleEnded(sampler(step));
                }
              }
              turns.threadFinished();
            });
    thread.start();
    return thread;
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Sampler sampler(String name) {
    Sampler sampler = new DebugSampler();
    sampler.setName(name);
    return sampler;
  }

  /** Lets the first user wait until all others have arrived, one after the other. */
  private void run(String... users) throws InterruptedException {
    CountDownLatch allThere = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (String steps : users) {
      Thread thread = user(allThere, steps.split(" ", -1));
      threads.add(thread);
      while (thread.getState() != Thread.State.WAITING) {
        Thread.onSpinWait();
      }
    }
    allThere.countDown();
    while (threads.stream().anyMatch(Thread::isAlive)) {
      if (asked.poll(1, TimeUnit.MILLISECONDS) != null) {
        turns.counted();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "a1 a2 300 a3; b1 b2 300 b3; c1 0 c2 300 c3, a1 a2 b1 b2 c1 c2 a3 b3 c3",
    "a1 5 a2 300 a3; b1 300 b2; c1 3 c2 900 c3, a1 a2 b1 c1 c2 a3 b2 c3"
  })
  void users_sendRequestsUntilTheyWait_andTheShortestWaitIsNext(String users, String order)
      throws Exception {
    run(users.split("; ", -1));

    assertThat(String.join(" ", told)).isEqualTo(order);
  }

  @Test
  void end_letsEverybodyGoOnWithoutBeingCounted() throws Exception {
    CountDownLatch now = new CountDownLatch(0);
    List<Thread> threads = List.of(user(now, "a1", "a2"), user(now, "b1", "10", "b2"));
    assertThat(asked.take()).isEmpty();
    turns.end();
    turns.end();
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(told).containsExactlyInAnyOrder("a1", "a2", "b1", "b2");
  }

  @Test
  void wait_takesItsTimeWhereNobodyCounts() {
    assertThat(SequentialScheduler.pass(300)).isEqualTo(300);
  }
}
