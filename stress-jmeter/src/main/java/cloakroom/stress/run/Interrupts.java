package cloakroom.stress.run;

import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into the stop signal, and keeps the JVM alive until the main flow has
 * written what was measured and stopped what it started.
 */
final class Interrupts implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(25);

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;
  private volatile int exitCode = StressFailure.INVALID;

  private Interrupts(StopSignal stop) {
    hook = new Thread(() -> shutDown(stop), "interrupts");
  }

  /** Listens until closed. */
  static Interrupts listen(StopSignal stop) {
    Interrupts interrupts = new Interrupts(stop);
    Runtime.getRuntime().addShutdownHook(interrupts.hook);
    return interrupts;
  }

  private void shutDown(StopSignal stop) {
    stop.raise("interrupted");
    try {
      if (!done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        // what does not obey sees the end of its input when this process is gone
        ProcessHandle.current().children().forEach(ProcessHandle::destroy);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // otherwise the JVM would end with the signal's own code
    Runtime.getRuntime().halt(exitCode);
  }

  /** The code to end with, should an interrupt be under way. */
  void exitCode(int code) {
    exitCode = code;
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
