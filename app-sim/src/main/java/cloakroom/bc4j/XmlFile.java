package cloakroom.bc4j;

import cloakroom.platform.OneLine;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * XML file of ADF. No document type is loaded, and no entity is resolved, because both could open
 * files or addresses. Namespaces are not resolved, because real files contain undeclared prefixes.
 */
final class XmlFile {
  static final int MAX_DEPTH = 100;
  private static final Pattern DECLARATIONS = Pattern.compile("<!DOCTYPE[^>\\[]*\\[");
  private static final Pattern JAVA_ENCODING =
      Pattern.compile("^<\\?xml[^>]*encoding\\s*=\\s*[\"'](Cp\\d+|ISO8859_\\d+|MS\\d+)[\"']");

  /**
   * Element of a file.
   *
   * @param start line where the start tag begins, from 1
   * @param line line where the start tag ends, from 1
   * @param text text of the element and not of its children
   */
  record XmlElement(
      Path file,
      int start,
      int line,
      String name,
      Map<String, String> attributes,
      List<XmlElement> children,
      String text) {

    /** Returns an attribute's value, or an empty text if the element does not have it. */
    String get(String attribute) {
      return attributes.getOrDefault(attribute, "");
    }

    List<XmlElement> all(String child) {
      return children.stream().filter(each -> each.name.equals(child)).toList();
    }
  }

  private XmlFile() {}

  /**
   * Reads a file.
   *
   * @param roots names of root elements; empty for any
   * @return the root element; null if it has another name
   */
  static XmlElement read(Path file, Set<String> roots, int maxBytes) {
    byte[] bytes = bytes(file, maxBytes);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    try {
      XMLStreamReader xml = reader(bytes, text);
      int line = 1;
      while (xml.next() != XMLStreamConstants.START_ELEMENT) {
        line = xml.getLocation().getLineNumber();
        if (xml.getEventType() == XMLStreamConstants.DTD && DECLARATIONS.matcher(text).find()) {
          throw new IllegalArgumentException(
              "%s:%d: declarations in a document type (<!DOCTYPE … […]>) are not supported"
                  .formatted(file, line));
        }
      }
      if (!roots.isEmpty() && !roots.contains(local(xml.getLocalName()))) {
        return null;
      }
      requireSize(file, bytes, maxBytes);
      XmlElement root = element(file, xml, line, 1);
      while (xml.hasNext()) {
        xml.next(); // rejects what follows the root element
      }
      return root;
    } catch (XMLStreamException e) {
      if (!roots.isEmpty() && roots.stream().noneMatch(root -> text.contains("<" + root))) {
        return null; // another kind of file
      }
      requireSize(file, bytes, maxBytes);
      throw malformed(file, e);
    }
  }

  /** Reads a file, but at most one byte more than the maximum. */
  static byte[] bytes(Path file, int maxBytes) {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(maxBytes + 1);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + ": cannot be read: " + OneLine.why(e), e);
    }
  }

  private static void requireSize(Path file, byte[] bytes, int maxBytes) {
    if (bytes.length > maxBytes) {
      throw new IllegalArgumentException(
          "%s: must have at most %d MB".formatted(file, maxBytes / 1_000_000));
    }
  }

  /** Opens a file. JDeveloper also writes Java's names of encodings, which the parser rejects. */
  private static XMLStreamReader reader(byte[] bytes, String text) throws XMLStreamException {
    Matcher encoding = JAVA_ENCODING.matcher(text);
    ByteArrayInputStream in = new ByteArrayInputStream(bytes);
    return encoding.find() && Charset.isSupported(encoding.group(1))
        ? factory()
            .createXMLStreamReader(new InputStreamReader(in, Charset.forName(encoding.group(1))))
        : factory().createXMLStreamReader(in);
  }

  /** Reads the element whose start tag the parser has just read. */
  private static XmlElement element(Path file, XMLStreamReader xml, int start, int depth)
      throws XMLStreamException {
    int line = xml.getLocation().getLineNumber();
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException(
          "%s:%d: more than %d nested elements".formatted(file, line, MAX_DEPTH));
    }
    String name = local(xml.getLocalName());
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      String key = xml.getAttributeLocalName(i);
      if (!"xmlns".equals(xml.getAttributePrefix(i)) && !key.startsWith("xmlns")) {
        attributes.put(local(key), xml.getAttributeValue(i).strip());
      }
    }
    List<XmlElement> children = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int before = line;
    for (int event = xml.next(); event != XMLStreamConstants.END_ELEMENT; event = xml.next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        children.add(element(file, xml, before, depth + 1));
      } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
        text.append(xml.getText());
      }
      before = xml.getLocation().getLineNumber();
    }
    return new XmlElement(file, start, line, name, attributes, children, text.toString().strip());
  }

  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    // 0 means no limit; JDK 25's limits (100 and 200) would make valid files appear malformed
    factory.setProperty("jdk.xml.maxElementDepth", "0");
    factory.setProperty("jdk.xml.elementAttributeLimit", "0");
    return factory;
  }

  private static String local(String name) {
    return name.substring(name.indexOf(':') + 1).strip();
  }

  private static IllegalArgumentException malformed(Path file, XMLStreamException e) {
    var place = e.getLocation();
    String at = place == null ? "" : ":" + place.getLineNumber() + ":" + place.getColumnNumber();
    // removes the position from the parser's message, because our message already starts with it
    String problem = String.valueOf(e.getMessage()).replaceFirst("(?s)^.*?Message: ", "");
    return new IllegalArgumentException(
        file + at + ": not well-formed XML: " + problem.strip().replaceAll("\\s+", " "), e);
  }
}
