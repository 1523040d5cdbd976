package cloakroom.platform;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Text that travels in our own jar. */
public final class Resources {
  private Resources() {}

  /** A file of ours on the class path. */
  public static byte[] bytes(String path) {
    try (InputStream in = Resources.class.getClassLoader().getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException("no " + path + " on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a file of ours on the class path. */
  public static String text(String path) {
    return new String(bytes(path), StandardCharsets.UTF_8);
  }

  /** The rows of a table of ours: a line each, its columns between bars; # begins a comment. */
  public static List<List<String>> rows(String path) {
    return text(path)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> List.of(line.split(" \\| ")))
        .toList();
  }

  /** The same by their first column, in their order. */
  public static Map<String, List<String>> table(String path) {
    Map<String, List<String>> table = new LinkedHashMap<>();
    rows(path).forEach(row -> table.put(row.get(0), row));
    return table;
  }
}
