package cloakroom.bc4j;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A {@code bc4j.xcfg} with its configurations. Methods throw IllegalArgumentException, with one
 * line for the user, if the file or the choice of a configuration is wrong.
 *
 * @param path file as given by the user
 * @param configurations configurations in the order of the file
 */
public record Bc4jFile(Path path, List<Bc4jConfiguration> configurations) {
  /**
   * Configuration of one application module.
   *
   * @param bag name of the module's definition, the bag's {@code ApplicationName}; empty if none
   * @param name name of the configuration; empty if none
   * @param line line of the file, from 1
   * @param isDefault whether its bag names it as the default
   * @param entries settings in the order of the file
   */
  public record Bc4jConfiguration(
      String bag, String name, int line, boolean isDefault, List<ConfigurationEntry> entries) {

    /** Returns bag and name, as {@code --am-config} accepts them. */
    public String fullName() {
      return bag.isEmpty() ? name : bag + "/" + name;
    }
  }

  /**
   * Setting of a configuration.
   *
   * @param name name without namespace prefix and blanks
   * @param value value without surrounding blanks
   * @param element local name of the element with the attribute, or of the parent of an element
   * @param line line of the file at which the element begins, from 1
   */
  public record ConfigurationEntry(String name, String value, String element, int line) {
    public String where() {
      return element + ", line " + line;
    }
  }

  /** Returns the only configuration, or the default of the only bag. */
  public Bc4jConfiguration only() {
    if (configurations.size() == 1) {
      return configurations.get(0);
    }
    List<Bc4jConfiguration> defaults =
        configurations.stream().filter(Bc4jConfiguration::isDefault).toList();
    if (defaults.size() == 1 && bags(configurations) == 1) {
      return defaults.get(0);
    }
    throw new IllegalArgumentException(
        path + " has several configurations; name one with --am-config: " + list(configurations));
  }

  private static long bags(List<Bc4jConfiguration> some) {
    return some.stream().map(Bc4jConfiguration::bag).distinct().count();
  }

  /** Returns the configuration with this name, or with the name {@code BAG/NAME}. */
  public Bc4jConfiguration named(String name) {
    List<Bc4jConfiguration> named =
        configurations.stream()
            .filter(c -> name.equals(c.name()) || name.equals(c.fullName()))
            .toList();
    if (named.isEmpty()) {
      throw new IllegalArgumentException(
          path + " has no configuration " + name + "; it has: " + list(configurations));
    }
    if (bags(named) > 1) {
      throw new IllegalArgumentException(
          path + " has " + name + " in several bags; name one of: " + list(named));
    }
    return named.get(named.size() - 1);
  }

  private static String list(List<Bc4jConfiguration> some) {
    return some.stream()
        .map(c -> c.fullName() + (c.isDefault() ? " (default)" : ""))
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
