package cloakroom.state;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * One XML document for each snapshot, as ADF writes it: a root for the module, an element for each
 * active view object, an element with old and new values for each pending change.
 *
 * <p>Text is written as it is where XML can carry it; characters that XML 1.0 has no way to hold
 * are written as {@code \\uXXXX} with the backslash itself doubled, so any Java string survives.
 */
public final class XmlSnapshotCodec implements SnapshotCodec {
  private static final String FORMAT = "1";
  private static final XMLOutputFactory OUT = XMLOutputFactory.newDefaultFactory();
  private static final XMLInputFactory IN = closedFactory();

  private static XMLInputFactory closedFactory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    try {
      XMLStreamWriter xml = OUT.createXMLStreamWriter(bytes, StandardCharsets.UTF_8.name());
      xml.writeStartDocument("UTF-8", "1.0");
      write(xml, snapshot);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("cannot write a snapshot of " + snapshot.module(), e);
    }
    return bytes.toByteArray();
  }

  private static void write(XMLStreamWriter xml, Snapshot snapshot) throws XMLStreamException {
    xml.writeStartElement("AM");
    xml.writeAttribute("Format", FORMAT);
    xml.writeAttribute("Name", escape(snapshot.module()));
    xml.writeAttribute("Session", escape(snapshot.session()));
    xml.writeAttribute("Version", Long.toString(snapshot.version()));
    for (ViewState view : snapshot.state().views()) {
      writeView(xml, view);
    }
    for (EntityChange change : snapshot.state().changes()) {
      writeChange(xml, change);
    }
    for (Map.Entry<String, String> entry : snapshot.state().custom().entrySet()) {
      writeValue(xml, "Custom", entry);
    }
    xml.writeEndElement();
  }

  private static void writeView(XMLStreamWriter xml, ViewState view) throws XMLStreamException {
    xml.writeStartElement("VO");
    xml.writeAttribute("Name", escape(view.viewObject()));
    xml.writeAttribute("Start", Integer.toString(view.rangeStart()));
    xml.writeAttribute("Size", Integer.toString(view.rangeSize()));
    if (view.currentKey() != null) {
      xml.writeAttribute("Current", escape(view.currentKey()));
    }
    for (Map.Entry<String, String> bind : new TreeMap<>(view.binds()).entrySet()) {
      writeValue(xml, "Bind", bind);
    }
    xml.writeEndElement();
  }

  private static void writeChange(XMLStreamWriter xml, EntityChange change)
      throws XMLStreamException {
    xml.writeStartElement("EO");
    xml.writeAttribute("Name", escape(change.entity()));
    xml.writeAttribute("Key", escape(change.key()));
    xml.writeAttribute("Kind", change.kind().name());
    for (Map.Entry<String, String> value : change.oldValues().entrySet()) {
      writeValue(xml, "Old", value);
    }
    for (Map.Entry<String, String> value : change.newValues().entrySet()) {
      writeValue(xml, "New", value);
    }
    xml.writeEndElement();
  }

  private static void writeValue(
      XMLStreamWriter xml, String element, Map.Entry<String, String> value)
      throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("Name", escape(value.getKey()));
    if (value.getValue() != null) {
      xml.writeAttribute("Value", escape(value.getValue()));
    }
    xml.writeEndElement();
  }

  @Override
  public Snapshot decode(byte[] content) {
    try {
      XMLStreamReader xml = IN.createXMLStreamReader(new ByteArrayInputStream(content), "UTF-8");
      require(xml.nextTag() == XMLStreamConstants.START_ELEMENT && is(xml, "AM"), "no AM element");
      require(FORMAT.equals(attribute(xml, "Format")), "format is not " + FORMAT);
      Snapshot snapshot = read(xml);
      require(xml.next() == XMLStreamConstants.END_DOCUMENT, "text after the document");
      return snapshot;
    } catch (XMLStreamException | IllegalArgumentException e) {
      throw new CorruptSnapshotException("not a snapshot: " + firstLine(e), e);
    }
  }

  private static Snapshot read(XMLStreamReader xml) throws XMLStreamException {
    String module = unescape(required(xml, "Name"));
    String session = unescape(required(xml, "Session"));
    long version = Long.parseLong(required(xml, "Version"));
    List<ViewState> views = new ArrayList<>();
    List<EntityChange> changes = new ArrayList<>();
    SortedMap<String, String> custom = new TreeMap<>();
    while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
      switch (xml.getLocalName()) {
        case "VO" -> views.add(readView(xml));
        case "EO" -> changes.add(readChange(xml));
        case "Custom" -> readValue(xml, custom);
        default -> throw new IllegalArgumentException("element " + xml.getLocalName());
      }
    }
    return new Snapshot(module, session, version, new ModuleState(views, changes, custom));
  }

  private static ViewState readView(XMLStreamReader xml) throws XMLStreamException {
    String name = unescape(required(xml, "Name"));
    int start = Integer.parseInt(required(xml, "Start"));
    int size = Integer.parseInt(required(xml, "Size"));
    String current = attribute(xml, "Current");
    Map<String, String> binds = new HashMap<>();
    while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
      require(is(xml, "Bind"), "element in VO");
      readValue(xml, binds);
    }
    require(!binds.containsValue(null), "bind without a value");
    return new ViewState(name, binds, start, size, current == null ? null : unescape(current));
  }

  private static EntityChange readChange(XMLStreamReader xml) throws XMLStreamException {
    String name = unescape(required(xml, "Name"));
    String key = unescape(required(xml, "Key"));
    EntityChange.Kind kind = EntityChange.Kind.valueOf(required(xml, "Kind"));
    SortedMap<String, String> oldValues = new TreeMap<>();
    SortedMap<String, String> newValues = new TreeMap<>();
    while (xml.nextTag() == XMLStreamConstants.START_ELEMENT) {
      boolean old = is(xml, "Old");
      require(old || is(xml, "New"), "element in EO");
      readValue(xml, old ? oldValues : newValues);
    }
    return new EntityChange(name, key, kind, oldValues, newValues);
  }

  private static void readValue(XMLStreamReader xml, Map<String, String> into)
      throws XMLStreamException {
    String value = attribute(xml, "Value");
    into.put(unescape(required(xml, "Name")), value == null ? null : unescape(value));
    require(xml.nextTag() == XMLStreamConstants.END_ELEMENT, "element in a value");
  }

  private static boolean is(XMLStreamReader xml, String name) {
    return name.equals(xml.getLocalName());
  }

  private static String attribute(XMLStreamReader xml, String name) {
    return xml.getAttributeValue(null, name);
  }

  private static String required(XMLStreamReader xml, String name) {
    String value = attribute(xml, name);
    require(value != null, "no " + name + " in " + xml.getLocalName());
    return value;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse(e.getClass().getSimpleName());
  }

  private static String escape(String text) {
    StringBuilder escaped = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(text, i)) {
        if (escaped != null) {
          escaped.append(c);
        }
      } else {
        if (escaped == null) {
          escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
        }
        escaped.append(c == '\\' ? "\\\\" : String.format("\\u%04x", (int) c));
      }
    }
    return escaped == null ? text : escaped.toString();
  }

  private static boolean isPlain(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
    return c >= ' ' && c != '\\' && c < 0xFFFE && (c < 0x7F || c > 0x9F);
  }

  private static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        plain.append(c);
      } else if (i + 1 < text.length() && text.charAt(i + 1) == '\\') {
        plain.append('\\');
        i++;
      } else {
        require(i + 5 < text.length() && text.charAt(i + 1) == 'u', "escape at " + i);
        plain.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
        i += 5;
      }
    }
    return plain.toString();
  }
}
