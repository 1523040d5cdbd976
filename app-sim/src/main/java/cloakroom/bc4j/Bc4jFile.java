package cloakroom.bc4j;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A {@code bc4j.xcfg} and the configurations in it. Whatever is wrong with it, or with the choice
 * of one, is an IllegalArgumentException in one line.
 *
 * @param path the file, as the user named it
 * @param configurations every configuration in the order of the file
 */
public record Bc4jFile(Path path, List<Bc4jConfiguration> configurations) {

  /** Reads a file; a refusal names it and where possible line and column. */
  public static Bc4jFile read(Path path) {
    List<Bc4jConfiguration> configurations = Bc4jReader.read(path);
    if (configurations.isEmpty()) {
      throw new IllegalArgumentException(path + " has no AppModuleConfig: is it a bc4j.xcfg?");
    }
    return new Bc4jFile(path, configurations);
  }

  /** The configuration that is the only one, or the default of the only bag. */
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

  /** The configuration with this name, which is {@code BAG/NAME} where several bags have it. */
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
          path + " has " + name + " in several bags; say which: " + list(named));
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
