package cloakroom.platform;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class Resources {
  private Resources() {}

  public static String text(String path) {
    try (InputStream in = Resources.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("no " + path + " on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the rows of a resource file with | between columns; skips lines that begin with #. */
  public static List<List<String>> rows(String path) {
    return text(path)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> List.of(line.split(" \\| ")))
        .toList();
  }

  public static Map<String, List<String>> table(String path) {
    Map<String, List<String>> table = new LinkedHashMap<>();
    rows(path).forEach(row -> table.put(row.get(0), row));
    return table;
  }
}
