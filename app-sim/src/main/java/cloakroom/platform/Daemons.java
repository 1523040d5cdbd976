package cloakroom.platform;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

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

  /** Passes each input line to {@code line} on a new thread, then calls {@code ended}. */
  public static void readLines(InputStream input, Consumer<String> line, Runnable ended) {
    BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    Runnable reader =
        () -> {
          try {
            lines.lines().forEach(line);
          } catch (UncheckedIOException e) {
            // A read error means that the process has ended.
          }
          ended.run();
        };
    each("other-process").execute(reader);
  }
}
