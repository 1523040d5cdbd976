package cloakroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PageCostTest {
  @AfterEach
  void forgetInterrupt() {
    Thread.interrupted();
  }

  @Test
  void render_computesForCpuTime() {
    AtomicLong used = new AtomicLong(17_000_000);
    PageCost cost =
        new PageCost(Duration.ZERO, Duration.ofMillis(5), 0, () -> used.addAndGet(1_000_000));

    cost.render();

    assertThat(used).as("one read at the start, and five more").hasValue(23_000_000);
    assertThat(cost.rendered).isNotZero();
  }

  @Test
  void render_interrupted_doesNotWait() {
    Thread.currentThread().interrupt();

    PageCost.of(Duration.ofHours(1), Duration.ZERO, 0).render();

    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }
}
