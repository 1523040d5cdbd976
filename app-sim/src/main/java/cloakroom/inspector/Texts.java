package cloakroom.inspector;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Texts that travel in the jar, without their comments. */
final class Texts {
  private Texts() {}

  /** The lines of a file beside this class that are neither empty nor comments. */
  static List<String> lines(String name) {
    try (InputStream in = Texts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no " + name + " in the inspector's jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith("--"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
