package cloakroom.bench.harness;

import cloakroom.platform.ShutdownSignals;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handler that ends a run early: at Ctrl-C, SIGTERM or the end of the parent process. It kills the
 * forks of the current benchmark. The main thread then writes the results measured so far.
 */
public final class EndRequest implements AutoCloseable {
  private static final Duration MAX_WRITE_TIME = Duration.ofSeconds(25);

  private final CountDownLatch raised = new CountDownLatch(1);
  private final ShutdownSignals signals =
      new ShutdownSignals(this::raise, MAX_WRITE_TIME, EndRequest::giveUp, 1);

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

  /** Returns whether Ctrl-C or SIGTERM caused a failure; waits up to 300 ms for the signal. */
  boolean explainsFailure() {
    try {
      // Ctrl-C in a terminal also kills JMH's fork. The fork's end may be noticed before the
      // signal.
      return raised.await(300, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Stops handling signals. Ends the wait of a handler that is already running. */
  @Override
  public void close() {
    signals.close();
  }
}
