package cloakroom.bench.harness;

import cloakroom.platform.ShutdownSignals;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C, SIGTERM and the end of the process above into the end of the benchmark that runs;
 * the main flow then writes what was measured.
 */
public final class EndRequest implements AutoCloseable {
  private static final int CUT_SHORT = 1;

  private static final Duration PATIENCE = Duration.ofSeconds(25);

  /** At a terminal the fork gets the signal too, and its end may be seen before our own signal. */
  private static final int SIGNAL_LAG_MILLIS = 300;

  private final CountDownLatch raised = new CountDownLatch(1);
  private final ShutdownSignals interrupts =
      new ShutdownSignals(this::raise, PATIENCE, EndRequest::late, CUT_SHORT);

  private EndRequest() {}

  /** Listens until closed. */
  public static EndRequest listen() {
    return new EndRequest();
  }

  private void raise() {
    raised.countDown();
    ChildJvm.destroyForks();
  }

  private static void late() {
    System.err.println("benchmarks: the run did not stop in time; nothing is reported");
    ChildJvm.destroyForks();
  }

  boolean raised() {
    return raised.getCount() == 0;
  }

  /** The same after a benchmark has ended in a way that a signal may explain. */
  boolean explainsFailure() {
    try {
      return raised.await(SIGNAL_LAG_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The main flow is done: an interrupt under way may end the JVM now. */
  @Override
  public void close() {
    interrupts.close();
  }
}
