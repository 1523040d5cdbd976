package cloakroom.platform;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

public final class Daemons {
  private Daemons() {}

  public static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  public static Executor each(String name) {
    return task -> named(name).newThread(task).start();
  }

  /** Shuts down an executor. Interrupts tasks that still run after {@code seconds}. */
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
