package cloakroom.platform;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Handler of Ctrl-C and SIGTERM. Waits until the main thread has finished, then ends the JVM. */
public final class ShutdownSignals implements AutoCloseable {
  private final Runnable raise;
  private final Duration limit;
  private final Runnable late;
  private final CountDownLatch done = new CountDownLatch(1);
  private final ShutdownHook hook;
  private volatile int exitCode;

  /**
   * @param raise requests the end of the main thread; must not wait for it
   * @param limit maximum wait for the main thread; if exceeded, {@code late} runs before the exit
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
      // Without halt, the JVM would exit with the signal's code instead of exitCode.
      Runtime.getRuntime().halt(exitCode);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

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
