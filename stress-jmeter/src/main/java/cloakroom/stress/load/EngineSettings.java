package cloakroom.stress.load;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one trial needs, as its command line says it.
 *
 * @param home JMeter home folder; prepared by {@link JMeterHome} if it is not there yet
 * @param plan the plan file
 * @param out the folder that receives the files of the trial
 * @param dashboard whether JMeter's own HTML dashboard is written at the end
 * @param properties what {@code -Jname=value} set, in order
 */
public record EngineSettings(
    Path home, Path plan, Path out, boolean dashboard, Map<String, String> properties) {

  private static final String CHOICES =
      "the options are --home DIR, --plan FILE, --out DIR, --dashboard, -Jname=value";

  /**
   * Reads a command line.
   *
   * @throws EngineException if an option is unknown, lacks its value or is missing
   */
  public static EngineSettings parse(String... arguments) throws EngineException {
    Map<String, String> options = new LinkedHashMap<>();
    Map<String, String> properties = new LinkedHashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      switch (argument) {
        case "--dashboard" -> options.put(argument, "");
        case "--home", "--plan", "--out" -> options.put(argument, value(arguments, ++i));
        default -> property(argument, properties);
      }
    }
    return new EngineSettings(
        path(options, "--home"),
        path(options, "--plan"),
        path(options, "--out"),
        options.containsKey("--dashboard"),
        properties);
  }

  private static String value(String[] arguments, int at) throws EngineException {
    if (at >= arguments.length) {
      throw new EngineException("option " + arguments[at - 1] + " needs a value: " + CHOICES);
    }
    return arguments[at];
  }

  private static void property(String argument, Map<String, String> properties)
      throws EngineException {
    int equals = argument.indexOf('=');
    if (!argument.startsWith("-J") || equals < 3) {
      throw new EngineException("unknown option " + argument + ": " + CHOICES);
    }
    properties.put(argument.substring(2, equals), argument.substring(equals + 1));
  }

  private static Path path(Map<String, String> options, String name) throws EngineException {
    String value = options.get(name);
    if (value == null || value.isBlank()) {
      throw new EngineException("option " + name + " is missing: " + CHOICES);
    }
    return Path.of(value).toAbsolutePath().normalize();
  }
}
