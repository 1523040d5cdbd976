package cloakroom.contract;

import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;

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
}
