package cloakroom.platform;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Daemon threads. */
public final class Daemons {
  private Daemons() {}

  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Returns an executor that runs each task on a new thread of that name. */
  public static Executor each(String name) {
    return task -> named(name).newThread(task).start();
  }

  /** Shuts a service down; interrupts tasks that have not ended after the time. */
  public static void end(ExecutorService service, long seconds) {
    service.shutdown();
    try {
      if (!service.awaitTermination(seconds, TimeUnit.SECONDS)) {
        service.shutdownNow();
      }
    } catch (InterruptedException e) {
      service.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
