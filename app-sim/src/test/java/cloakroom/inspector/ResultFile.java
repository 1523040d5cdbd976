package cloakroom.inspector;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/** Where one inspector writes to, and what it has written; it stays until the next clean build. */
public final class ResultFile {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private final Path path;

  /** A file that no other inspector keeps. */
  public ResultFile() {
    Path folder = Path.of("target", "inspector");
    String name = ProcessHandle.current().pid() + "-" + NUMBER.incrementAndGet() + ".json";
    try {
      path = Files.createDirectories(folder).resolve(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Properties of an inspector that writes here; more of them as name, value, and so on. */
  public Map<String, String> properties(String... more) {
    Map<String, String> properties = new HashMap<>();
    properties.put("inspect.file", path.toString());
    for (int i = 0; i < more.length; i += 2) {
      properties.put("inspect." + more[i], more[i + 1]);
    }
    return properties;
  }

  /** Writes and reads the result. */
  public JsonNode read() {
    Inspector.write();
    try {
      return new ObjectMapper().readTree(path.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The finding of that kind and name. */
  public JsonNode finding(String kind, String name) {
    for (JsonNode finding : read().get("findings")) {
      if (finding.get("kind").asText().equals(kind) && finding.get("name").asText().equals(name)) {
        return finding;
      }
    }
    throw new AssertionError("no " + kind + " " + name + " among " + found());
  }

  /** Kind and name of each finding. */
  public Set<String> found() {
    Set<String> found = new TreeSet<>();
    for (JsonNode finding : read().get("findings")) {
      String name = finding.get("name").asText();
      found.add((finding.get("kind").asText() + " " + name).strip());
    }
    return found;
  }
}
