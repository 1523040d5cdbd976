package cloakroom.state;

import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/**
 * The elements of an XML snapshot; {@link XmlStateReader} reads them. Text is written as it is
 * where XML can carry it; characters that XML 1.0 has no way to hold are written as {@code \\uXXXX}
 * with the backslash itself doubled, so any Java string survives.
 */
final class XmlStateWriter {
  private final XMLStreamWriter xml;

  XmlStateWriter(XMLStreamWriter xml) {
    this.xml = xml;
  }

  void write(Snapshot snapshot) throws XMLStreamException {
    xml.writeStartElement("AM");
    attribute("Name", snapshot.module());
    attribute("Session", snapshot.session());
    attribute("Version", Long.toString(snapshot.version()));
    for (ViewState view : snapshot.state().views()) {
      write(view);
    }
    for (EntityChange change : snapshot.state().changes()) {
      write(change);
    }
    values("Custom", snapshot.state().custom());
    xml.writeEndElement();
  }

  private void write(ViewState view) throws XMLStreamException {
    xml.writeStartElement("VO");
    attribute("Name", view.viewObject());
    attribute("Active", Boolean.toString(view.active()));
    attribute("Start", Integer.toString(view.rangeStart()));
    attribute("Size", Integer.toString(view.rangeSize()));
    attribute("Current", view.currentKey());
    attribute("Where", view.where());
    attribute("OrderBy", view.orderBy());
    values("Bind", view.binds());
    for (Map.Entry<String, Map<String, String>> row : view.transients().entrySet()) {
      xml.writeStartElement("Row");
      attribute("Key", row.getKey());
      values("Transient", row.getValue());
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void write(EntityChange change) throws XMLStreamException {
    xml.writeStartElement("EO");
    attribute("Name", change.entity());
    attribute("Key", change.key());
    attribute("Kind", change.kind().name());
    if (change.position() != EntityChange.NO_POSITION) {
      attribute("Position", Integer.toString(change.position()));
    }
    values("Old", change.oldValues());
    values("New", change.newValues());
    xml.writeEndElement();
  }

  private void values(String element, Map<String, String> values) throws XMLStreamException {
    for (Map.Entry<String, String> value : values.entrySet()) {
      xml.writeStartElement(element);
      attribute("Name", value.getKey());
      attribute("Value", value.getValue());
      xml.writeEndElement();
    }
  }

  /** An attribute that is null is left out. */
  private void attribute(String name, String value) throws XMLStreamException {
    if (value != null) {
      xml.writeAttribute(name, escape(value));
    }
  }

  private static String escape(String text) {
    int i = 0;
    while (i < text.length() && isPlain(text, i)) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(text, i)) {
        escaped.append(c);
      } else {
        escaped.append(c == '\\' ? "\\\\" : String.format("\\u%04x", (int) c));
      }
    }
    return escaped.toString();
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
}
