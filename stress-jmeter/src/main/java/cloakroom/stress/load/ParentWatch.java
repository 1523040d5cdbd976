package cloakroom.stress.load;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Listens to the parent process: the line {@code stop} ends the load; the end of the input means
 * that the parent is dead.
 */
final class ParentWatch {
  private final BufferedReader input;
  private final Runnable stop;
  private final Runnable abandon;

  ParentWatch(InputStream input, Runnable stop, Runnable abandon) {
    this.input = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    this.stop = stop;
    this.abandon = abandon;
  }

  void start() {
    Thread thread = new Thread(this::listen, "parent-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void listen() {
    try {
      String line;
      while ((line = input.readLine()) != null) {
        if (line.strip().equals("stop")) {
          Thread stopping = new Thread(stop, "stop");
          stopping.setDaemon(true);
          stopping.start();
        }
      }
    } catch (IOException e) {
      // as good as the end
    }
    abandon.run();
  }
}
