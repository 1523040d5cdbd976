package cloakroom.state;

import java.util.Map;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The elements of an XML snapshot; {@link XmlStateReader} reads them. */
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
      xml.writeAttribute(name, XmlText.escape(value));
    }
  }
}
