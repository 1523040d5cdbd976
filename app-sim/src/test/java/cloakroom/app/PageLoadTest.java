package cloakroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A page computes in CPU time of its thread, whatever else the machine does. */
final class PageLoadTest {
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  @AfterEach
  void forgetInterrupt() {
    Thread.interrupted();
  }

  @Test
  void computing_takesItsTimeOfTheThreadAndLittleMore() {
    PageLoad load = PageLoad.of(Duration.ZERO, Duration.ofMillis(5), 0);
    load.render();
    long before = CLOCK.getCurrentThreadCpuTime();

    for (int i = 0; i < 10; i++) {
      load.render();
    }

    long used = TimeUnit.NANOSECONDS.toMillis(CLOCK.getCurrentThreadCpuTime() - before);
    assertThat(used).isBetween(50L, 75L);
    assertThat(load.rendered()).isNotZero();
  }

  @Test
  void interruptedThread_waitsNoLonger() {
    Thread.currentThread().interrupt();

    PageLoad.of(Duration.ofHours(1), Duration.ZERO, 0).render();

    assertThat(Thread.currentThread().isInterrupted()).isTrue();
  }
}
