package cloakroom.inspector;

import cloakroom.platform.Resources;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

record Settings(
    int sample,
    Path file,
    boolean offOnError,
    int frames,
    List<String> application,
    List<String> settings) {
  static final String PREFIX = "inspect.";

  private static final Map<String, List<String>> PROPERTIES =
      Resources.table("cloakroom/inspector/settings.txt");

  static Map<String, String> merge(Map<String, String> properties) {
    Map<String, String> merged = new TreeMap<>(properties);
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith(PREFIX))
        .forEach(name -> merged.put(name, System.getProperty(name)));
    return merged;
  }

  /** Returns whether inspect.onError is off. Errors then only switch the inspector off. */
  static boolean offOnError(Map<String, String> properties) {
    return "off".equals(properties.get(PREFIX + "onError"));
  }

  /** Returns the validated settings; empty if the inspector is disabled. */
  static Optional<Settings> of(Map<String, String> properties) {
    for (String name : properties.keySet()) {
      if (!PROPERTIES.containsKey(name)) {
        throw new IllegalArgumentException(
            name + ": unknown property; use " + String.join(", ", PROPERTIES.keySet()));
      }
    }
    return value(properties, "enabled").equals("off")
        ? Optional.empty()
        : Optional.of(
            new Settings(
                Integer.parseInt(value(properties, "sample")),
                file(value(properties, "file")),
                value(properties, "onError").equals("off"),
                Integer.parseInt(value(properties, "frames")),
                list(value(properties, "application")),
                list(value(properties, "settings"))));
  }

  private static String value(Map<String, String> properties, String name) {
    List<String> property = PROPERTIES.get(PREFIX + name);
    String value = properties.getOrDefault(PREFIX + name, property.get(1)).strip();
    if (!value.matches(property.get(2))) {
      throw invalid(name, value);
    }
    return value;
  }

  private static Path file(String value) {
    try {
      String withPid = value.replace("%p", Long.toString(ProcessHandle.current().pid()));
      Path file = Path.of(withPid).toAbsolutePath().normalize();
      Path folder = file.getParent();
      if (folder != null && Files.isWritable(folder) && !Files.isDirectory(file)) {
        return file;
      }
    } catch (InvalidPathException e) {
      // An invalid path is reported after the try block.
    }
    throw invalid("file", value);
  }

  private static List<String> list(String value) {
    return Stream.of(value.split(" *, *", -1)).filter(word -> !word.isEmpty()).toList();
  }

  private static IllegalArgumentException invalid(String name, String value) {
    String rule = PROPERTIES.get(PREFIX + name).get(3);
    return new IllegalArgumentException(PREFIX + name + "=" + value + ": must be " + rule);
  }
}
