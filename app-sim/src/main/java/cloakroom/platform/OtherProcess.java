package cloakroom.platform;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Reads lines of a parent or child process. The end of the input shows that the process has ended:
 * its pipes stay open while it lives.
 */
public final class OtherProcess {
  private OtherProcess() {}

  /** Passes each line to {@code line} on a dedicated thread, then runs {@code ended}. */
  public static void readLines(InputStream input, Consumer<String> line, Runnable ended) {
    BufferedReader lines = new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8));
    Daemons.each("other-process")
        .execute(
            () -> {
              try {
                for (String next = lines.readLine(); next != null; next = lines.readLine()) {
                  line.accept(next);
                }
              } catch (IOException e) {
                // treated as the end of the input
              }
              ended.run();
            });
  }
}
