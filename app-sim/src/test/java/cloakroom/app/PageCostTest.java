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
  void computing_endsWhenTheThreadHasUsedItsTime() {
    AtomicLong used = new AtomicLong(17_000_000);
    PageCost load =
        new PageCost(
            Duration.ZERO, Duration.ofMillis(5), 0, nanos -> {}, () -> used.addAndGet(1_000_000));

    load.render();

    assertThat(used).as("first look, and five more").hasValue(23_000_000);
    assertThat(load.rendered()).isNotZero();
  }

  @Test
  void interruptedThread_waitsNoLonger() {
    Thread.currentThread().interrupt();

    PageCost.of(Duration.ofHours(1), Duration.ZERO, 0).render();

    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }
}
