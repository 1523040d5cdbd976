package cloakroom.bench.lab;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C, SIGTERM and the end of the process above into the end of the benchmark that runs,
 * and keeps the JVM alive until the main flow has written what was measured.
 */
public final class Interrupts implements AutoCloseable {
  /** Exit code of a run that was cut short. */
  private static final int CUT_SHORT = 1;

  private static final int PATIENCE_SECONDS = 25;

  /** At a terminal the fork gets the signal too, and its end may be seen before our own signal. */
  private static final int SIGNAL_LAG_MILLIS = 300;

  private final CountDownLatch raised = new CountDownLatch(1);
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::shutDown, "interrupts");

  private Interrupts() {}

  /** Listens until closed. */
  public static Interrupts listen() {
    Interrupts interrupts = new Interrupts();
    Runtime.getRuntime().addShutdownHook(interrupts.hook);
    return interrupts;
  }

  private void shutDown() {
    raised.countDown();
    ChildJvm.destroyForks();
    try {
      if (!done.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("benchmarks.jar: the run did not stop in time; nothing is reported");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ChildJvm.destroyForks();
    // otherwise the JVM would end with the signal's own code
    Runtime.getRuntime().halt(CUT_SHORT);
  }

  /** Whether the run has been asked to end. */
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
    System.out.flush();
    System.err.flush();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is shutting down, and the hook waits for us
    }
    done.countDown();
  }
}
