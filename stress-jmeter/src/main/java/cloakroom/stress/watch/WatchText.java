package cloakroom.stress.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What is asked of a database: one statement a file, below {@code sql/…/watch}. They are files so
 * that the benchmarks can ask the same, and so that what is sent to Oracle is checked like every
 * other script for it.
 */
final class WatchText {
  private WatchText() {}

  /** The statement in that file, as JDBC wants it: no comments, no terminator. */
  static String of(Access access, String name) {
    String path = "sql/" + access.folder() + "/watch/" + name + ".sql";
    try (InputStream file = WatchText.class.getClassLoader().getResourceAsStream(path)) {
      if (file == null) {
        throw new IllegalStateException(path + " is not on the class path");
      }
      return statement(new String(file.readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String statement(String script) {
    String text =
        script
            .lines()
            .filter(line -> !line.startsWith("--"))
            .collect(Collectors.joining("\n"))
            .strip();
    if (text.endsWith("\n/")) {
      return text.substring(0, text.length() - 2).strip();
    }
    boolean block = text.toLowerCase(Locale.ROOT).startsWith("begin");
    return text.endsWith(";") && !block ? text.substring(0, text.length() - 1) : text;
  }
}
