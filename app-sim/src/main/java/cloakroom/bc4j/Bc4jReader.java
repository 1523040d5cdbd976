package cloakroom.bc4j;

import cloakroom.bc4j.Bc4jConfiguration.ConfigurationEntry;
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
 * Reads the settings of each {@code AppModuleConfig}: its attributes, those of the elements in it,
 * and, as older files have it, elements that hold nothing but a value. What stands elsewhere, such
 * as connection definitions with their passwords, is not looked at.
 *
 * <p>Nothing but the file itself is read: a document type is refused before anything in it is
 * looked at, so no entity is expanded and no other file or address is opened. Namespaces are not
 * resolved, because files in the field use prefixes that nobody declared.
 */
final class Bc4jReader {
  /** Bytes; the largest file seen in the field has 30,000. */
  static final int LIMIT = 16 * 1024 * 1024;

  /** Elements in one another; files in the field have five. */
  static final int DEEPEST = 100;

  private static final String BAG = "AppModuleConfigBag";
  private static final String APPLICATION = "ApplicationName";
  private static final String NAMESPACE = "http://xmlns.oracle.com/bc4j/configuration";

  private final Path file;
  private final List<Bc4jConfiguration> configurations = new ArrayList<>();
  private XMLStreamReader xml;
  private int line;
  private int depth;

  // the present bag, and what is known so far of the present configuration in it
  private String bag = "";
  private String bagDefault = "";
  private String name;
  private String application;
  private List<ConfigurationEntry> entries;

  private Bc4jReader(Path file) {
    this.file = file;
  }

  /** All configurations in the order of the file. */
  static List<Bc4jConfiguration> read(Path file) {
    Bc4jReader reader = new Bc4jReader(file);
    try {
      reader.xml = factory().createXMLStreamReader(new ByteArrayInputStream(reader.bytes()));
      while (reader.xml.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          reader.outside();
        }
      }
      return List.copyOf(reader.configurations);
    } catch (XMLStreamException e) {
      throw reader.malformed(e);
    }
  }

  /** The next event; afterwards {@link #line} is where it began. */
  private int next() throws XMLStreamException {
    line = xml.getLocation().getLineNumber();
    int event = xml.next();
    if (event == XMLStreamConstants.DTD) {
      throw refused("a document type (<!DOCTYPE …>) is not accepted, and not read");
    }
    depth += event == XMLStreamConstants.START_ELEMENT ? 1 : 0;
    depth -= event == XMLStreamConstants.END_ELEMENT ? 1 : 0;
    if (depth > DEEPEST) {
      throw refused("more than " + DEEPEST + " elements in one another: that is no bc4j.xcfg");
    }
    return event;
  }

  private IllegalArgumentException refused(String why) {
    return new IllegalArgumentException(file + ":" + line + ": " + why);
  }

  /** An element around configurations, or one that has nothing to do with them. */
  private void outside() throws XMLStreamException {
    String element = local(xml.getLocalName());
    if (Bc4jConfiguration.ELEMENT.equals(element)) {
      configuration();
      return;
    }
    if (BAG.equals(element)) {
      bag = "";
      bagDefault = "";
      attributes(
          (attribute, value) -> {
            bag = APPLICATION.equals(attribute) ? value : bag;
            bagDefault = "default".equals(attribute) ? value : bagDefault;
          });
    }
    for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        outside();
      }
    }
  }

  private void configuration() throws XMLStreamException {
    int begin = line;
    name = "";
    application = bag;
    entries = new ArrayList<>();
    inside("", begin, 0);
    boolean isDefault = !name.isEmpty() && name.equals(bagDefault);
    configurations.add(
        new Bc4jConfiguration(application, name, begin, isDefault, List.copyOf(entries)));
  }

  /**
   * A configuration, or an element in one.
   *
   * @param around name of the element around it
   * @param level 0 for the configuration itself, 1 for an element that stands in it
   */
  private void inside(String around, int begin, int level) throws XMLStreamException {
    String element = local(xml.getLocalName());
    boolean isBare = !attributes((key, value) -> attribute(key, value, element, begin, level == 0));
    StringBuilder text = new StringBuilder();
    for (int event = next(); event != XMLStreamConstants.END_ELEMENT; event = next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        isBare = false;
        inside(element, line, level + 1);
      } else if (event == XMLStreamConstants.CHARACTERS) {
        text.append(xml.getText());
      }
    }
    String value = text.toString().strip();
    if (level == 0 || !isBare || value.isEmpty()) {
      return;
    }
    if (level == 1 && APPLICATION.equals(element)) {
      nameBag(value);
    } else {
      entries.add(new ConfigurationEntry(element, value, around, begin));
    }
  }

  private void attribute(String key, String value, String element, int begin, boolean namesIt) {
    if (namesIt && "name".equals(key)) {
      name = value;
    } else if (namesIt && APPLICATION.equals(key)) {
      nameBag(value);
    } else if (!NAMESPACE.equals(value)) {
      entries.add(new ConfigurationEntry(key, value, element, begin));
    }
  }

  /** Older bags do not say which module they are for, but their configurations do. */
  private void nameBag(String value) {
    if (application.isEmpty()) {
      application = value;
    }
  }

  /** Hands over the present element's attributes; returns whether it has any. */
  private boolean attributes(BiConsumer<String, String> to) {
    boolean any = false;
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String key = xml.getAttributeLocalName(i);
      if (!"xmlns".equals(xml.getAttributePrefix(i)) && !key.startsWith("xmlns")) {
        to.accept(local(key), xml.getAttributeValue(i).strip());
        any = true;
      }
    }
    return any;
  }

  private byte[] bytes() {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LIMIT + 1);
      if (bytes.length > LIMIT) {
        throw new IllegalArgumentException(file + " is larger than 16 MiB: that is no bc4j.xcfg");
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
    // 0 is no limit: those of JDK 25 (100 and 200) would come before ours and read as bad XML
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
    // the parser's words without its own way of naming line and column
    String problem = String.valueOf(e.getMessage()).replaceFirst("(?s)^.*?Message: ", "");
    return new IllegalArgumentException(
        file + at + ": not well-formed XML: " + problem.strip().replaceAll("\\s+", " "), e);
  }
}
