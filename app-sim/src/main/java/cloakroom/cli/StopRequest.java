package cloakroom.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The wish that a long-running command end in good order: SIGTERM, Ctrl-C, or, for a command with a
 * parent, the end of standard input, which the parent holds open for as long as it lives.
 *
 * <p>The virtual machine's own exit waits until {@link #close()} says that all is done, and then
 * ends with code 0: a clean stop on request is no failure.
 */
public final class StopRequest implements AutoCloseable {
  private static final long LIMIT_SECONDS = 120;

  /** Without its parent a command has nobody to end well for, and its database may be gone too. */
  private static final long ORPHAN_SECONDS = 5;

  private final Optional<ProcessHandle> parent = ProcessHandle.current().parent();

  private final CompletableFuture<Void> requested = new CompletableFuture<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::onExit, "stop-request");

  private StopRequest() {}

  /**
   * Begins to listen.
   *
   * @param withParent whether the end of standard input counts
   */
  public static StopRequest listen(boolean withParent) {
    StopRequest request = new StopRequest();
    Runtime.getRuntime().addShutdownHook(request.hook);
    if (withParent) {
      request.watch(System.in);
    }
    return request;
  }

  private void watch(InputStream parent) {
    Thread watcher = new Thread(() -> readToEnd(parent), "parent-watch");
    watcher.setDaemon(true);
    watcher.start();
  }

  private void readToEnd(InputStream parent) {
    try {
      parent.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      requested.complete(null);
      endWithParent();
    }
  }

  private void endWithParent() {
    parent.map(ProcessHandle::onExit).ifPresent(this::endSoonAfter);
  }

  private void endSoonAfter(CompletableFuture<ProcessHandle> parentGone) {
    Executor soon = CompletableFuture.delayedExecutor(ORPHAN_SECONDS, TimeUnit.SECONDS);
    var unused = parentGone.thenRunAsync(() -> Runtime.getRuntime().halt(1), soon);
  }

  /** Completes when somebody wants the end. */
  public CompletableFuture<Void> requested() {
    return requested;
  }

  public boolean isRequested() {
    return requested.isDone();
  }

  private void onExit() {
    requested.complete(null);
    try {
      if (done.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        System.out.flush();
        Runtime.getRuntime().halt(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** All that had to be stopped is stopped. */
  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the exit is under way and has been waiting for this
    }
  }
}
