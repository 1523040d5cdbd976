package cloakroom.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Simulated cost of a page: a wait, processor time and additional session state. As in a real
 * server, the request keeps its module and connection during rendering. Processor time is measured
 * per thread, because elapsed time would include waits for a busy processor.
 */
public final class PageCost {
  private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();
  public static final PageCost NONE = of(Duration.ZERO, Duration.ZERO, 0);
  private static final int BATCH = 10_000; // multiplications between two reads of the CPU time

  private final long waitNanos;
  private final long cpuNanos;
  final int stateBytes;
  private final LongSupplier cpuTime;
  volatile long rendered; // so that the compiler cannot remove the computation

  PageCost(Duration waits, Duration computes, int stateBytes, LongSupplier cpuTime) {
    this.waitNanos = waits.toNanos();
    this.cpuNanos = computes.toNanos();
    this.stateBytes = stateBytes;
    this.cpuTime = cpuTime;
  }

  /**
   * Creates the simulated cost of a page request.
   *
   * @param waits waiting time of each request
   * @param computes processor time of each request
   * @param stateBytes minimum size of a snapshot's XML in bytes; dummy data fills it; 0 for none
   */
  public static PageCost of(Duration waits, Duration computes, int stateBytes) {
    return new PageCost(waits, computes, stateBytes, CLOCK::getCurrentThreadCpuTime);
  }

  /** Simulates rendering: waits, then uses processor time. An interrupt ends only the wait. */
  void render() {
    pause(waitNanos);
    compute(cpuNanos);
  }

  /** Waits without processor time, until an interrupt. */
  static void pause(long nanos) {
    long until = System.nanoTime() + nanos;
    long left = nanos;
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = until - System.nanoTime();
    }
  }

  void compute(long nanos) {
    if (nanos == 0) {
      return;
    }
    long until = cpuTime.getAsLong() + nanos;
    long value = until;
    while (cpuTime.getAsLong() < until) {
      for (int i = 0; i < BATCH; i++) {
        value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
      }
    }
    rendered = value;
  }
}
