package cloakroom.platform;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Handler of Ctrl-C and SIGTERM: keeps the virtual machine alive until the main thread has shut
 * down in order, then exits with the main thread's code instead of the signal's.
 */
public final class ShutdownSignals implements AutoCloseable {
  private final Runnable raise;
  private final Duration limit;
  private final Runnable late;
  private final CountDownLatch done = new CountDownLatch(1);
  private final ShutdownHook hook;
  private volatile int exitCode;

  /**
   * @param raise notifies the main thread; must return at once
   * @param limit maximum time for the main thread to end
   * @param late runs right before the exit if the limit has passed
   * @param exitCode default exit code
   */
  public ShutdownSignals(Runnable raise, Duration limit, Runnable late, int exitCode) {
    this.raise = raise;
    this.limit = limit;
    this.late = late;
    this.exitCode = exitCode;
    this.hook = new ShutdownHook("interrupts", this::shutDown);
  }

  private void shutDown() {
    raise.run();
    try {
      if (!done.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        late.run();
      }
      System.out.flush();
      System.err.flush();
      // otherwise the virtual machine would end with the signal's own code
      Runtime.getRuntime().halt(exitCode);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sets the exit code for a signal being handled. */
  public void exitCode(int code) {
    exitCode = code;
  }

  @Override
  public void close() {
    System.out.flush();
    System.err.flush();
    done.countDown();
    hook.cancel();
  }
}
