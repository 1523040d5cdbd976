package cloakroom.inspector;

import cloakroom.platform.Resources;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the inspector is told: by whoever calls it or by a URL, and above these by the system's
 * properties. What there is to tell stands in settings.txt.
 *
 * @param sample one in so many hand-outs is looked at
 * @param file for the result
 * @param offOnError whether what is wrong switches the inspector off instead of refusing to start
 * @param frames of the application that name a culprit
 * @param application beginnings of class names; none for whatever is nobody else's
 * @param settings names of the application's own settings that its statements do not show
 */
record Settings(
    int sample,
    Path file,
    boolean offOnError,
    int frames,
    List<String> application,
    List<String> settings) {
  /** What each property of the inspector begins with, in a URL and in the system's. */
  static final String PREFIX = "inspect.";

  private static final Map<String, List<String>> PROPERTIES =
      Resources.table("cloakroom/inspector/settings.txt");

  /** These properties, overruled by the system's, and as they come: nothing is checked yet. */
  static Map<String, String> given(Map<String, String> properties) {
    Map<String, String> given = new TreeMap<>(properties);
    Properties system = System.getProperties();
    system.stringPropertyNames().stream()
        .filter(name -> name.startsWith(PREFIX))
        .forEach(name -> given.put(name, system.getProperty(name)));
    return given;
  }

  /** Whether what is wrong is to switch the inspector off; if that cannot be read, it is not. */
  static boolean offOnError(Map<String, String> given) {
    return "off".equals(given.get(PREFIX + "onError"));
  }

  /** The settings, checked; empty if there is to be no inspector. */
  static Optional<Settings> of(Map<String, String> given) {
    for (String name : given.keySet()) {
      if (!PROPERTIES.containsKey(name)) {
        String names = String.join(", ", PROPERTIES.keySet());
        throw new IllegalArgumentException(
            name + " is no property of the inspector; there are " + names);
      }
    }
    return value(given, "enabled").equals("off")
        ? Optional.empty()
        : Optional.of(
            new Settings(
                Integer.parseInt(value(given, "sample")),
                file(value(given, "file")),
                value(given, "onError").equals("off"),
                Integer.parseInt(value(given, "frames")),
                list(value(given, "application")),
                list(value(given, "settings"))));
  }

  private static String value(Map<String, String> given, String name) {
    List<String> property = PROPERTIES.get(PREFIX + name);
    String value = given.getOrDefault(PREFIX + name, property.get(1)).strip();
    if (!value.matches(property.get(2))) {
      throw wrong(name, value);
    }
    return value;
  }

  private static Path file(String value) {
    try {
      String own = value.replace("%p", Long.toString(ProcessHandle.current().pid()));
      Path file = Path.of(own).toAbsolutePath().normalize();
      Path folder = file.getParent();
      if (folder != null && Files.isWritable(folder) && !Files.isDirectory(file)) {
        return file;
      }
    } catch (InvalidPathException notEvenAPath) {
      // told below
    }
    throw wrong("file", value);
  }

  private static List<String> list(String value) {
    return Stream.of(value.split(" *, *", -1)).filter(word -> !word.isEmpty()).toList();
  }

  private static IllegalArgumentException wrong(String name, String value) {
    String rule = PROPERTIES.get(PREFIX + name).get(3);
    return new IllegalArgumentException(PREFIX + name + "=" + value + ": " + rule);
  }
}
