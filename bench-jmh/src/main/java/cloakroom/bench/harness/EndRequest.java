package cloakroom.bench.harness;

import cloakroom.platform.ShutdownSignals;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Request to end a run: Ctrl-C, SIGTERM or the end of the parent process. It ends the current
 * benchmark; the main thread then writes the results so far.
 */
public final class EndRequest implements AutoCloseable {
  private static final int CUT_SHORT = 1;
  private static final Duration MAX_WRITE_TIME = Duration.ofSeconds(25);

  /** A terminal signals the fork too, whose end may be seen before the signal to this process. */
  private static final int SIGNAL_LAG_MILLIS = 300;

  private final CountDownLatch raised = new CountDownLatch(1);
  private final ShutdownSignals signals =
      new ShutdownSignals(this::raise, MAX_WRITE_TIME, EndRequest::giveUp, CUT_SHORT);

  private void raise() {
    raised.countDown();
    ChildJvm.destroyForks();
  }

  private static void giveUp() {
    System.err.println("benchmarks: the run did not stop in time; no results are written");
    ChildJvm.destroyForks();
  }

  boolean raised() {
    return raised.getCount() == 0;
  }

  /** Returns whether a signal explains the failure of a benchmark that has just ended. */
  boolean explainsFailure() {
    try {
      return raised.await(SIGNAL_LAG_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Allows a pending signal to end the JVM. */
  @Override
  public void close() {
    signals.close();
  }
}
