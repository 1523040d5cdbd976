package cloakroom.platform;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Threads that no program waits for at its end. */
public final class Daemons {
  private Daemons() {}

  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  /** Runs each task on a new one of that name. */
  public static Executor each(String name) {
    return task -> named(name).newThread(task).start();
  }

  /** Ends a service behind what it was given to do, which is waited for no longer than that. */
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
