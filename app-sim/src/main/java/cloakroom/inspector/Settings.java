package cloakroom.inspector;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What the inspector is told: by whoever calls it or by a URL, and above these by the system's
 * properties.
 *
 * @param sample one in so many hand-outs is looked at
 * @param file for the result
 * @param offOnError whether what is wrong switches the inspector off instead of refusing to start
 * @param frames of the application that name a culprit
 * @param application beginnings of class names; none for whatever is nobody else's
 * @param settings names of the application's own settings that its statements do not show
 */
record Settings(
    boolean enabled,
    int sample,
    Path file,
    boolean offOnError,
    int frames,
    List<String> application,
    List<String> settings) {
  /** What each property of the inspector begins with, in a URL and in the system's. */
  static final String PREFIX = "inspect.";

  private static final String ENABLED = PREFIX + "enabled";
  private static final String ON_ERROR = PREFIX + "onError";

  private static final Map<String, String> DEFAULTS =
      Map.of(
          PREFIX + "enabled", "on",
          PREFIX + "sample", "1",
          PREFIX + "file", "inspector.json",
          PREFIX + "onError", "stop",
          PREFIX + "frames", "5",
          PREFIX + "application", "",
          PREFIX + "settings", "");

  /** These properties, overruled by the system's, and as they come: nothing is checked yet. */
  static Map<String, String> given(Map<String, String> properties) {
    Map<String, String> given = new TreeMap<>(properties);
    Properties system = System.getProperties();
    system.stringPropertyNames().stream()
        .filter(name -> name.startsWith(PREFIX))
        .forEach(name -> given.put(name, system.getProperty(name)));
    return given;
  }

  /** Whether the inspector is to be there at all. */
  static boolean enabled(Map<String, String> given) {
    return choice(given, ENABLED, "on", "off");
  }

  /** Whether what is wrong is to switch the inspector off; if that cannot be read, it is not. */
  static boolean offOnError(Map<String, String> given) {
    return "off".equals(given.get(ON_ERROR));
  }

  /**
   * The settings, checked.
   *
   * @throws IllegalArgumentException in one line, naming the property, its value and the choices
   */
  static Settings of(Map<String, String> given) {
    for (String name : given.keySet()) {
      if (!DEFAULTS.containsKey(name)) {
        throw new IllegalArgumentException(
            name + " is no property of the inspector; there are " + names());
      }
    }
    return new Settings(
        enabled(given),
        number(given, PREFIX + "sample", 1_000_000),
        file(given),
        choice(given, ON_ERROR, "off", "stop"),
        number(given, PREFIX + "frames", 50),
        list(given, PREFIX + "application"),
        list(given, PREFIX + "settings"));
  }

  private static String names() {
    return String.join(", ", DEFAULTS.keySet().stream().sorted().toList());
  }

  private static String value(Map<String, String> given, String name) {
    return given.getOrDefault(name, DEFAULTS.get(name)).strip();
  }

  private static boolean choice(Map<String, String> given, String name, String yes, String no) {
    String value = value(given, name);
    if (!value.equals(yes) && !value.equals(no)) {
      throw wrong(name, value, yes + " or " + no);
    }
    return value.equals(yes);
  }

  private static int number(Map<String, String> given, String name, int most) {
    String value = value(given, name);
    if (!value.matches("[1-9]\\d{0,6}") || Integer.parseInt(value) > most) {
      throw wrong(name, value, "a whole number from 1 to " + most);
    }
    return Integer.parseInt(value);
  }

  private static Path file(Map<String, String> given) {
    String name = PREFIX + "file";
    String value = value(given, name);
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
    throw wrong(name, value, "a file in a folder that exists and can be written");
  }

  private static List<String> list(Map<String, String> given, String name) {
    return Stream.of(value(given, name).split(",", -1))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .map(
            word -> {
              if (!word.matches("[\\w.$]+")) {
                throw wrong(name, word, "names with commas between them");
              }
              return word;
            })
        .toList();
  }

  private static IllegalArgumentException wrong(String name, String value, String rule) {
    return new IllegalArgumentException(name + "=" + value + ": " + rule);
  }
}
