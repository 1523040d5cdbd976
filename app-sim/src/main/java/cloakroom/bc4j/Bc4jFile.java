package cloakroom.bc4j;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * ADF configuration file {@code bc4j.xcfg} with configurations of application modules. Methods
 * throw IllegalArgumentException, with a message for the user, if the file is invalid or if the
 * requested configuration is missing or ambiguous.
 */
public record Bc4jFile(Path path, List<Bc4jConfiguration> configurations) {
  // Limits that stop the reading of damaged files. Known files have at most 30,000 bytes and five
  // levels of elements.
  static final int MAX_BYTES = 16 * 1024 * 1024;
  static final int MAX_DEPTH = XmlFile.MAX_DEPTH;
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

  public record ConfigurationEntry(String name, String value, String element, int line) {
    public String where() {
      return element + ", line " + line;
    }
  }

  public static Bc4jFile read(Path path) {
    List<Bc4jConfiguration> configurations = Bc4jReader.read(path);
    if (configurations.isEmpty()) {
      throw new IllegalArgumentException(path + " has no AppModuleConfig: is it a bc4j.xcfg?");
    }
    return new Bc4jFile(path, configurations);
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

  /**
   * Reader of the settings in each {@code AppModuleConfig} element. A setting is an attribute of
   * the element or of a child element; in older files also a child element with text. Other
   * elements are skipped, such as connection definitions with passwords.
   *
   * <p>A DOCTYPE is rejected, because its XML entities could open files or addresses. Namespaces
   * are not resolved, because real files contain undeclared prefixes.
   */
  private static final class Bc4jReader {
    private final Path file;
    private final List<Bc4jConfiguration> configurations = new ArrayList<>();
    private XMLStreamReader xml;
    private int line;
    private int depth;
    private String bag = "";
    private String bagDefault = "";
    private String name;
    private String application;
    private List<ConfigurationEntry> entries;

    private Bc4jReader(Path file) {
      this.file = file;
    }

    private static List<Bc4jConfiguration> read(Path file) {
      Bc4jReader reader = new Bc4jReader(file);
      try {
        reader.xml =
            XmlFile.factory()
                .createXMLStreamReader(
                    new ByteArrayInputStream(
                        XmlFile.bytes(file, MAX_BYTES, " is larger than 16 MiB: not a bc4j.xcfg")));
        while (reader.xml.hasNext()) {
          if (reader.next() == XMLStreamConstants.START_ELEMENT) {
            reader.readOutside();
          }
        }
        return List.copyOf(reader.configurations);
      } catch (XMLStreamException e) {
        throw XmlFile.malformed(file, e);
      }
    }

    /**
     * Returns the next XML event, and sets {@link #line} to the number of the line where it begins.
     */
    private int next() throws XMLStreamException {
      line = xml.getLocation().getLineNumber();
      int event = xml.next();
      if (event == XMLStreamConstants.DTD) {
        throw rejected("a document type (<!DOCTYPE …>) is not supported");
      }
      depth += event == XMLStreamConstants.START_ELEMENT ? 1 : 0;
      depth -= event == XMLStreamConstants.END_ELEMENT ? 1 : 0;
      if (depth > MAX_DEPTH) {
        throw rejected("more than " + MAX_DEPTH + " nested elements: not a bc4j.xcfg");
      }
      return event;
    }

    private IllegalArgumentException rejected(String why) {
      return new IllegalArgumentException(file + ":" + line + ": " + why);
    }

    private void readOutside() throws XMLStreamException {
      String element = XmlFile.local(xml.getLocalName());
      if (CONFIGURATION.equals(element)) {
        int begin = line;
        name = "";
        application = bag;
        entries = new ArrayList<>();
        readInside("", begin, 0);
        boolean isDefault = !name.isEmpty() && name.equals(bagDefault);
        configurations.add(new Bc4jConfiguration(application, name, begin, isDefault, entries));
        return;
      }
      if (BAG.equals(element)) {
        bag = "";
        bagDefault = "";
        readAttributes(
            (attribute, value) -> {
              bag = APPLICATION.equals(attribute) ? value : bag;
              bagDefault = "default".equals(attribute) ? value : bagDefault;
            });
      }
      for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
        if (event == XMLStreamConstants.START_ELEMENT) {
          readOutside();
        }
      }
    }

    private void readInside(String parent, int begin, int level) throws XMLStreamException {
      String element = XmlFile.local(xml.getLocalName());
      boolean valueOnly =
          !readAttributes((key, value) -> add(key, value, element, begin, level == 0));
      StringBuilder text = new StringBuilder();
      for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
        if (event == XMLStreamConstants.START_ELEMENT) {
          valueOnly = false;
          readInside(element, line, level + 1);
        } else if (event == XMLStreamConstants.CHARACTERS) {
          text.append(xml.getText());
        }
      }
      String value = text.toString().strip();
      if (level == 0 || !valueOnly || value.isEmpty()) {
        return;
      }
      if (level == 1 && APPLICATION.equals(element)) {
        nameBag(value);
      } else {
        entries.add(new ConfigurationEntry(element, value, parent, begin));
      }
    }

    private void add(String key, String value, String element, int begin, boolean isConfiguration) {
      if (isConfiguration && "name".equals(key)) {
        name = value;
      } else if (isConfiguration && APPLICATION.equals(key)) {
        nameBag(value);
      } else if (!NAMESPACE.equals(value)) {
        entries.add(new ConfigurationEntry(key, value, element, begin));
      }
    }

    /** Names a bag without a name, as in older files, after the module that it configures. */
    private void nameBag(String value) {
      if (application.isEmpty()) {
        application = value;
      }
    }

    private boolean readAttributes(BiConsumer<String, String> target) {
      boolean any = false;
      for (int i = 0; i < xml.getAttributeCount(); i++) {
        String key = xml.getAttributeLocalName(i);
        if (!"xmlns".equals(xml.getAttributePrefix(i)) && !key.startsWith("xmlns")) {
          target.accept(XmlFile.local(key), xml.getAttributeValue(i).strip());
          any = true;
        }
      }
      return any;
    }
  }
}
