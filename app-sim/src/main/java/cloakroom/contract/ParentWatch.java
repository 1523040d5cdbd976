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
  private ParentWatch() {}

  /**
   * Listens from now on, on a thread of its own.
   *
   * @param line gets each line that the parent writes
   * @param gone is run when the input ends
   */
  public static void start(InputStream input, Consumer<String> line, Runnable gone) {
    Daemons.each("parent-watch").execute(() -> listen(input, line, gone));
  }

  private static void listen(InputStream input, Consumer<String> line, Runnable gone) {
    BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    try {
      for (String next = lines.readLine(); next != null; next = lines.readLine()) {
        line.accept(next);
      }
    } catch (IOException e) {
      // as good as the end
    }
    gone.run();
  }
}
