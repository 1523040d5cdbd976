package cloakroom.contract;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * How a child process learns that its parent has died, however it died: the parent holds the
 * child's standard input open for as long as it lives.
 */
public final class ParentWatch {
  private final BufferedReader input;
  private final Consumer<String> line;
  private final Runnable gone;

  private ParentWatch(InputStream input, Consumer<String> line, Runnable gone) {
    this.input = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    this.line = line;
    this.gone = gone;
  }

  /**
   * Listens from now on, on a thread of its own.
   *
   * @param input the process's standard input
   * @param line gets each line that the parent writes
   * @param gone is run when the input ends
   */
  public static void start(InputStream input, Consumer<String> line, Runnable gone) {
    Thread thread = new Thread(new ParentWatch(input, line, gone)::listen, "parent-watch");
    thread.setDaemon(true);
    thread.start();
  }

  private void listen() {
    try {
      for (String next = input.readLine(); next != null; next = input.readLine()) {
        line.accept(next);
      }
    } catch (IOException e) {
      // as good as the end
    }
    gone.run();
  }
}
