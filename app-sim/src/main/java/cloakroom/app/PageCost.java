package cloakroom.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Simulated cost of a page beyond its queries: rendering, and a larger state. Rendering waits and
 * computes while the request has its module and the module's connection, as in a real server. It
 * computes for a CPU time of its thread, so that a busy machine does not shorten it.
 */
public final class PageCost {
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

  public static final PageCost NONE = of(Duration.ZERO, Duration.ZERO, 0);

  /** Multiplications between two reads of the CPU time. */
  private static final int BATCH = 10_000;

  private final long waitNanos;
  private final long cpuNanos;
  private final int stateBytes;
  private final LongSupplier cpuTime;

  /** Result of the computation, so that the compiler cannot remove it. */
  private volatile long rendered;

  PageCost(Duration waits, Duration computes, int stateBytes, LongSupplier cpuTime) {
    this.waitNanos = waits.toNanos();
    this.cpuNanos = computes.toNanos();
    this.stateBytes = stateBytes;
    this.cpuTime = cpuTime;
  }

  /**
   * Returns the cost of each page request.
   *
   * @param stateBytes size of a page's snapshot as XML; 0 for the page's own state
   */
  public static PageCost of(Duration waits, Duration computes, int stateBytes) {
    return new PageCost(waits, computes, stateBytes, CLOCK::getCurrentThreadCpuTime);
  }

  int stateBytes() {
    return stateBytes;
  }

  /** Waits and computes; an interrupt ends the wait. */
  void render() {
    long until = System.nanoTime() + waitNanos;
    for (long left = waitNanos; left > 0; left = until - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        break;
      }
      LockSupport.parkNanos(left);
    }
    if (cpuNanos > 0) {
      compute(cpuTime.getAsLong() + cpuNanos);
    }
  }

  private void compute(long until) {
    long value = until;
    while (cpuTime.getAsLong() < until) {
      for (int i = 0; i < BATCH; i++) {
        value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      }
    }
    rendered = value;
  }

  long rendered() {
    return rendered;
  }
}
