package cloakroom.bc4j;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** A {@code bc4j.xcfg} and the configurations in it. */
public final class Bc4jFile {
  private final Path path;
  private final List<Bc4jConfiguration> configurations;

  private Bc4jFile(Path path, List<Bc4jConfiguration> configurations) {
    this.path = path;
    this.configurations = configurations;
  }

  /**
   * Reads a file.
   *
   * @throws Bc4jException in one line, naming the file and where possible line and column
   */
  public static Bc4jFile read(Path path) {
    List<Bc4jConfiguration> configurations = Bc4jReader.read(path);
    if (configurations.isEmpty()) {
      throw new Bc4jException(path + " has no AppModuleConfig: is it a bc4j.xcfg?");
    }
    return new Bc4jFile(path, configurations);
  }

  /** Every configuration in the order of the file. */
  public List<Bc4jConfiguration> configurations() {
    return configurations;
  }

  /** The configuration that is the only one, or the default of the only bag. */
  public Bc4jConfiguration only() {
    if (configurations.size() == 1) {
      return configurations.get(0);
    }
    List<Bc4jConfiguration> defaults =
        configurations.stream().filter(Bc4jConfiguration::isDefault).toList();
    if (defaults.size() == 1 && bags() == 1) {
      return defaults.get(0);
    }
    throw new Bc4jException(
        path + " has several configurations; name one with --am-config: " + list(configurations));
  }

  private long bags() {
    return configurations.stream().map(Bc4jConfiguration::bag).distinct().count();
  }

  /**
   * The configuration with this name.
   *
   * @param name the configuration's name, or {@code BAG/NAME} where several bags have it
   * @throws Bc4jException listing the names if there is none, or the bags if there are several
   */
  public Bc4jConfiguration named(String name) {
    List<Bc4jConfiguration> named =
        configurations.stream()
            .filter(c -> name.equals(c.name()) || name.equals(c.fullName()))
            .toList();
    if (named.isEmpty()) {
      throw new Bc4jException(
          path + " has no configuration " + name + "; it has: " + list(configurations));
    }
    if (named.stream().map(Bc4jConfiguration::bag).distinct().count() > 1) {
      throw new Bc4jException(
          path + " has " + name + " in several bags; say which: " + list(named));
    }
    return named.get(named.size() - 1);
  }

  /** Configurations that one of the same name and bag further down hides. */
  List<Bc4jConfiguration> hiddenBy(Bc4jConfiguration chosen) {
    return configurations.stream()
        .filter(c -> !c.equals(chosen) && c.fullName().equals(chosen.fullName()))
        .toList();
  }

  private static String list(List<Bc4jConfiguration> some) {
    return some.stream()
        .map(c -> c.fullName() + (c.isDefault() ? " (default)" : ""))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** The file, as the user named it. */
  public Path path() {
    return path;
  }
}
