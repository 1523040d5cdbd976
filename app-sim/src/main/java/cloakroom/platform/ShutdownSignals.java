package cloakroom.platform;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Turns Ctrl-C and SIGTERM into a wish for the end, and keeps the virtual machine alive until the
 * main flow has done what belongs to a good end. It then ends with the code of the main flow and
 * not with the signal's.
 */
public final class ShutdownSignals implements AutoCloseable {
  private final Runnable raise;
  private final Duration patience;
  private final Runnable late;
  private final CountDownLatch done = new CountDownLatch(1);
  private final ShutdownHook atExit;
  private volatile int exitCode;

  /**
   * Listens until closed.
   *
   * @param raise tells the main flow; must return at once
   * @param patience how long the main flow may take then
   * @param late is run when that was not long enough, right before the virtual machine ends
   * @param exitCode what it ends with unless {@link #exitCode} says otherwise
   */
  public ShutdownSignals(Runnable raise, Duration patience, Runnable late, int exitCode) {
    this.raise = raise;
    this.patience = patience;
    this.late = late;
    this.exitCode = exitCode;
    this.atExit = new ShutdownHook("interrupts", this::shutDown);
  }

  private void shutDown() {
    raise.run();
    try {
      if (!done.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
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

  /** The code to end with, should an interrupt be under way. */
  public void exitCode(int code) {
    exitCode = code;
  }

  /** The main flow is done: an interrupt under way may end the virtual machine now. */
  @Override
  public void close() {
    System.out.flush();
    System.err.flush();
    done.countDown();
    atExit.done();
  }
}
