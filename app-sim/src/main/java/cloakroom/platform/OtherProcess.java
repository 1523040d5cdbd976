package cloakroom.platform;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Hears another process, and learns that it has died, however it died: a parent holds the standard
 * input of its child open for as long as it lives, and a child its own output.
 */
public final class OtherProcess {
  private OtherProcess() {}

  /**
   * Listens from now on, on a thread of its own.
   *
   * @param line gets each line that it writes
   * @param gone is run when the input ends
   */
  public static void readLines(InputStream input, Consumer<String> line, Runnable gone) {
    Daemons.each("other-process").execute(() -> listen(input, line, gone));
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
