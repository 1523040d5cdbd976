package cloakroom.bc4j;

import cloakroom.bc4j.XmlFile.XmlElement;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * ADF configuration file {@code bc4j.xcfg} with configurations of application modules. Methods
 * throw IllegalArgumentException, with a message for the user, if the file is invalid or if the
 * requested configuration is missing or ambiguous.
 */
public record Bc4jFile(Path path, List<Bc4jConfiguration> configurations) {
  // stops the reading of damaged files; known files have at most 30,000 bytes
  static final int MAX_BYTES = 16_000_000;
  static final String CONFIGURATION = "AppModuleConfig";
  private static final String BAG = "AppModuleConfigBag";
  private static final String APPLICATION = "ApplicationName";
  private static final String NAMESPACE = "http://xmlns.oracle.com/bc4j/configuration";

  /**
   * Configuration of one application module.
   *
   * @param bag {@code ApplicationName} of the enclosing AppModuleConfigBag element; empty if none
   * @param name name of the configuration; empty if none
   * @param line line of the configuration in the file, from 1
   * @param isDefault whether the enclosing bag names this configuration as the default
   */
  public record Bc4jConfiguration(
      String bag, String name, int line, boolean isDefault, List<ConfigurationEntry> entries) {

    /** Returns {@code BAG/NAME}, the form that option {@code --am-config} accepts. */
    public String fullName() {
      return bag.isEmpty() ? name : bag + "/" + name;
    }
  }

  /** Setting; {@code start} is the line of its element, {@code line} that of its attribute. */
  public record ConfigurationEntry(String name, String value, String element, int start, int line) {
    public String where() {
      return element + ", line " + line;
    }
  }

  public static Bc4jFile read(Path path) {
    List<Bc4jConfiguration> configurations = new ArrayList<>();
    addConfigurations(XmlFile.read(path, Set.of(), MAX_BYTES), "", "", configurations);
    if (configurations.isEmpty()) {
      throw new IllegalArgumentException(path + " has no AppModuleConfig: is it a bc4j.xcfg?");
    }
    byte[] bytes = XmlFile.bytes(path, MAX_BYTES);
    List<String> lines = new String(bytes, StandardCharsets.ISO_8859_1).lines().toList();
    configurations.forEach(some -> some.entries.replaceAll(entry -> withLine(entry, lines)));
    return new Bc4jFile(path, List.copyOf(configurations));
  }

  /** Finds the line of an attribute, because the parser reports only that of its element. */
  private static ConfigurationEntry withLine(ConfigurationEntry entry, List<String> lines) {
    Pattern name = Pattern.compile("(^|[\\s<:])" + Pattern.quote(entry.name) + "\\s*([=>]|$)");
    int line = entry.start;
    while (line <= lines.size() && !name.matcher(lines.get(line - 1)).find()) {
      line++;
    }
    int found = line > lines.size() ? entry.start : line;
    return new ConfigurationEntry(entry.name, entry.value, entry.element, entry.start, found);
  }

  /** Adds the configurations in an element. Other elements may have definitions with passwords. */
  private static void addConfigurations(
      XmlElement element, String bag, String bagDefault, List<Bc4jConfiguration> all) {
    if (element.name().equals(CONFIGURATION)) {
      all.add(configuration(element, bag, bagDefault));
      return;
    }
    boolean isBag = element.name().equals(BAG);
    String inner = isBag ? element.get(APPLICATION) : bag;
    String innerDefault = isBag ? element.get("default") : bagDefault;
    element.children().forEach(child -> addConfigurations(child, inner, innerDefault, all));
  }

  private static Bc4jConfiguration configuration(
      XmlElement element, String bag, String bagDefault) {
    List<ConfigurationEntry> entries = new ArrayList<>();
    addEntries(element, "", entries);
    Predicate<ConfigurationEntry> isModule =
        entry -> entry.name().equals(APPLICATION) && entry.element().equals(CONFIGURATION);
    // names a bag without a name, as in older files, after the module that it configures
    String module =
        Stream.concat(
                Stream.of(bag), entries.stream().filter(isModule).map(ConfigurationEntry::value))
            .filter(each -> !each.isEmpty())
            .findFirst()
            .orElse("");
    entries.removeIf(isModule);
    String name = element.get("name");
    boolean isDefault = !name.isEmpty() && name.equals(bagDefault);
    return new Bc4jConfiguration(module, name, element.start(), isDefault, entries);
  }

  /**
   * Adds the settings of an element and its children. A setting is an attribute; in older files
   * also an element with text.
   */
  private static void addEntries(XmlElement element, String parent, List<ConfigurationEntry> all) {
    int start = element.start();
    element
        .attributes()
        .forEach(
            (key, value) -> {
              boolean isName = parent.isEmpty() && key.equals("name");
              if (!isName && !NAMESPACE.equals(value)) {
                all.add(new ConfigurationEntry(key, value, element.name(), start, start));
              }
            });
    element.children().forEach(child -> addEntries(child, element.name(), all));
    boolean valueOnly = element.attributes().isEmpty() && element.children().isEmpty();
    if (valueOnly && !parent.isEmpty() && !element.text().isEmpty()) {
      all.add(new ConfigurationEntry(element.name(), element.text(), parent, start, start));
    }
  }

  /**
   * Returns the file's only configuration, or the default of the file's only AppModuleConfigBag.
   */
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

  /** Returns the configuration with this name, given as {@code NAME} or {@code BAG/NAME}. */
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
