package cloakroom.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * What makes a page heavier than its rows: rendering it, for which it waits and computes while it
 * has its module and whatever connection the module has, as a real server does; and more state.
 * Computing is measured in the CPU time of its thread, so that a busy machine does not shorten it.
 */
public final class PageCost {
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  /** Pages that cost what their rows do. */
  public static final PageCost NONE = of(Duration.ZERO, Duration.ZERO, 0);

  private static final int AT_A_TIME = 10_000;

  private final long waitNanos;
  private final long cpuNanos;
  private final int stateBytes;
  private final LongConsumer waiting;
  private final LongSupplier cpuTime;

  /** What was computed, so that it was not for nothing. */
  private volatile long rendered;

  PageCost(
      Duration waits,
      Duration computes,
      int stateBytes,
      LongConsumer waiting,
      LongSupplier cpuTime) {
    this.waitNanos = waits.toNanos();
    this.cpuNanos = computes.toNanos();
    this.stateBytes = stateBytes;
    this.waiting = waiting;
    this.cpuTime = cpuTime;
  }

  /**
   * Pages of that weight.
   *
   * @param stateBytes what a session's snapshot of a page weighs as XML; 0 for the page's own state
   */
  public static PageCost of(Duration waits, Duration computes, int stateBytes) {
    return new PageCost(
        waits, computes, stateBytes, PageCost::park, CLOCK::getCurrentThreadCpuTime);
  }

  int stateBytes() {
    return stateBytes;
  }

  /** Waits and computes; an interrupted thread waits no longer. */
  void render() {
    if (waitNanos > 0) {
      waiting.accept(waitNanos);
    }
    if (cpuNanos > 0) {
      compute(cpuTime.getAsLong() + cpuNanos);
    }
  }

  private void compute(long until) {
    long value = until;
    while (cpuTime.getAsLong() < until) {
      for (int i = 0; i < AT_A_TIME; i++) {
        value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      }
    }
    rendered = value;
  }

  long rendered() {
    return rendered;
  }

  private static void park(long nanos) {
    long until = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = until - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      LockSupport.parkNanos(left);
    }
  }
}
