package cloakroom.bc4j;

import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.Bc4jFile.ConfigurationEntry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reader of the settings in each {@code AppModuleConfig}: its attributes, those of its elements
 * and, in older files, elements that contain only a value. It skips other elements, such as
 * connection definitions with passwords.
 *
 * <p>It rejects a document type before it parses it, so that it expands no entity and opens no
 * other file or address. It does not resolve namespaces, because real files use undeclared
 * prefixes.
 */
public final class Bc4jReader {
  /** Maximum size in bytes; the largest known file has 30,000. */
  static final int MAX_BYTES = 16 * 1024 * 1024;

  /** Maximum depth of elements; known files have five levels. */
  static final int MAX_DEPTH = 100;

  static final String CONFIGURATION = "AppModuleConfig";
  private static final String BAG = "AppModuleConfigBag";
  private static final String APPLICATION = "ApplicationName";
  private static final String NAMESPACE = "http://xmlns.oracle.com/bc4j/configuration";

  private final Path file;
  private final List<Bc4jConfiguration> configurations = new ArrayList<>();
  private XMLStreamReader xml;
  private int line;
  private int depth;

  // current bag, and current configuration in it
  private String bag = "";
  private String bagDefault = "";
  private String name;
  private String application;
  private List<ConfigurationEntry> entries;

  private Bc4jReader(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if the file is wrong; names the file and, if possible, line
   *     and column
   */
  public static Bc4jFile read(Path file) {
    Bc4jReader reader = new Bc4jReader(file);
    try {
      reader.xml = factory().createXMLStreamReader(new ByteArrayInputStream(reader.bytes()));
      while (reader.xml.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          reader.readOutside();
        }
      }
      if (reader.configurations.isEmpty()) {
        throw new IllegalArgumentException(file + " has no AppModuleConfig: is it a bc4j.xcfg?");
      }
      return new Bc4jFile(file, List.copyOf(reader.configurations));
    } catch (XMLStreamException e) {
      throw reader.malformed(e);
    }
  }

  /** Returns the next event; {@link #line} is the line at which it begins. */
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

  /** Reads an element that is not in a configuration. */
  private void readOutside() throws XMLStreamException {
    String element = local(xml.getLocalName());
    if (CONFIGURATION.equals(element)) {
      readConfiguration();
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

  private void readConfiguration() throws XMLStreamException {
    int begin = line;
    name = "";
    application = bag;
    entries = new ArrayList<>();
    readInside("", begin, 0);
    boolean isDefault = !name.isEmpty() && name.equals(bagDefault);
    configurations.add(
        new Bc4jConfiguration(application, name, begin, isDefault, List.copyOf(entries)));
  }

  /**
   * Reads a configuration, or an element in one.
   *
   * @param parent name of the parent element
   * @param level 0 for the configuration itself, 1 for an element directly in it
   */
  private void readInside(String parent, int begin, int level) throws XMLStreamException {
    String element = local(xml.getLocalName());
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

  /** Sets the module's name from a configuration: bags of older files have none. */
  private void nameBag(String value) {
    if (application.isEmpty()) {
      application = value;
    }
  }

  /** Passes on the current element's attributes; returns whether it has any. */
  private boolean readAttributes(BiConsumer<String, String> target) {
    boolean any = false;
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String key = xml.getAttributeLocalName(i);
      if (!"xmlns".equals(xml.getAttributePrefix(i)) && !key.startsWith("xmlns")) {
        target.accept(local(key), xml.getAttributeValue(i).strip());
        any = true;
      }
    }
    return any;
  }

  private byte[] bytes() {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IllegalArgumentException(file + " is larger than 16 MiB: not a bc4j.xcfg");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException("there is no file " + file, e);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    // 0 is no limit: those of JDK 25 (100 and 200) would be reported as malformed XML
    factory.setProperty("jdk.xml.maxElementDepth", "0");
    factory.setProperty("jdk.xml.elementAttributeLimit", "0");
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("external entities are not read");
        });
    return factory;
  }

  private static String local(String name) {
    return name.substring(name.indexOf(':') + 1).strip();
  }

  private IllegalArgumentException malformed(XMLStreamException e) {
    String at =
        e.getLocation() == null
            ? ""
            : ":" + e.getLocation().getLineNumber() + ":" + e.getLocation().getColumnNumber();
    // the parser's message without its own line and column
    String problem = String.valueOf(e.getMessage()).replaceFirst("(?s)^.*?Message: ", "");
    return new IllegalArgumentException(
        file + at + ": not well-formed XML: " + problem.strip().replaceAll("\\s+", " "), e);
  }
}
