package cloakroom.bc4j;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the XML, with nothing but the file itself: a document type is refused before anything in it
 * is looked at, so no entity is expanded and no other file or address is opened. Namespaces are not
 * resolved, because files in the field use prefixes that nobody declared.
 */
final class Bc4jReader {
  /** Bytes; the largest file seen in the field has 30,000. */
  static final int LIMIT = 16 * 1024 * 1024;

  private final Path file;
  private final Bc4jCollector collector = new Bc4jCollector();

  private Bc4jReader(Path file) {
    this.file = file;
  }

  /**
   * All configurations in the order of the file.
   *
   * @throws Bc4jException in one line, with line and column, if the file cannot be read, is not
   *     well-formed XML, has a document type or is too large
   */
  static List<Bc4jConfiguration> read(Path file) {
    return new Bc4jReader(file).configurations();
  }

  private List<Bc4jConfiguration> configurations() {
    XMLStreamReader xml = null;
    try {
      xml = factory().createXMLStreamReader(new ByteArrayInputStream(bytes()));
      while (xml.hasNext()) {
        event(xml);
      }
      return collector.configurations();
    } catch (XMLStreamException e) {
      throw malformed(e);
    } finally {
      close(xml);
    }
  }

  private byte[] bytes() {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LIMIT + 1);
      if (bytes.length > LIMIT) {
        throw new Bc4jException(file + " is larger than 16 MiB: that is no bc4j.xcfg");
      }
      return bytes;
    } catch (NoSuchFileException e) {
      throw new Bc4jException("there is no file " + file, e);
    } catch (IOException e) {
      throw new Bc4jException("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    factory.setXMLResolver(
        (publicId, systemId, base, namespace) -> {
          throw new XMLStreamException("external entities are not read");
        });
    return factory;
  }

  private void event(XMLStreamReader xml) throws XMLStreamException {
    int line = xml.getLocation().getLineNumber();
    switch (xml.next()) {
      case XMLStreamConstants.DTD -> throw documentType(line);
      case XMLStreamConstants.START_ELEMENT -> start(xml, line);
      case XMLStreamConstants.CHARACTERS -> collector.text(xml.getText());
      case XMLStreamConstants.END_ELEMENT -> collector.end();
      default -> {}
    }
  }

  private void start(XMLStreamReader xml, int line) {
    collector.start(local(xml.getLocalName()), line);
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String name = xml.getAttributeLocalName(i);
      if (!"xmlns".equals(xml.getAttributePrefix(i)) && !name.startsWith("xmlns")) {
        collector.attribute(local(name), xml.getAttributeValue(i));
      }
    }
  }

  private static String local(String name) {
    return name.substring(name.indexOf(':') + 1).strip();
  }

  private Bc4jException documentType(int line) {
    return new Bc4jException(
        file + ":" + line + ": a document type (<!DOCTYPE …>) is not accepted, and not read");
  }

  private Bc4jException malformed(XMLStreamException e) {
    String at =
        e.getLocation() == null
            ? ""
            : ":" + e.getLocation().getLineNumber() + ":" + e.getLocation().getColumnNumber();
    return new Bc4jException(file + at + ": not well-formed XML: " + problem(e), e);
  }

  /** The parser's words without its own way of naming line and column. */
  private static String problem(XMLStreamException e) {
    String message = String.valueOf(e.getMessage());
    int words = message.indexOf("Message: ");
    return (words < 0 ? message : message.substring(words + "Message: ".length()))
        .strip()
        .replaceAll("\\s+", " ");
  }

  private static void close(XMLStreamReader xml) {
    try {
      if (xml != null) {
        xml.close();
      }
    } catch (XMLStreamException e) {
      // the file is read or known to be unreadable
    }
  }
}
