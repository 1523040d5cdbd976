package cloakroom.platform;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

public final class OtherProcess {
  private OtherProcess() {}

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
    Daemons.each("other-process").execute(reader);
  }
}
