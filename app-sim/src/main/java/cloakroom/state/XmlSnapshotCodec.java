package cloakroom.state;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;

/**
 * Codec that writes one XML document per snapshot, in the manner of ADF
 * (docs/internals/snapshot-format.md). The first bytes contain length and CRC32C of all later
 * bytes. The decoder checks length and CRC32C before it parses the document.
 */
public final class XmlSnapshotCodec implements SnapshotCodec {
  private static final int FORMAT = 1;
  private static final int MAX_HEAD = 128;
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
  private static final String HEAD =
      DECLARATION + "<AM Format=\"" + FORMAT + "\" Length=\"%s\" Checksum=\"%s\"";
  private static final Pattern HEAD_PATTERN =
      Pattern.compile(
          Pattern.quote(DECLARATION)
              + "<AM Format=\"(?<format>[1-9]\\d{0,8})\""
              + "(?<rest> Length=\"(?<length>[1-9]\\d{0,9})\" Checksum=\"(?<sum>[0-9a-f]{8})\")?");

  private static final XMLInputFactory FACTORY = XMLInputFactory.newDefaultFactory();

  static {
    FACTORY.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    FACTORY.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    FACTORY.setProperty(XMLInputFactory.IS_COALESCING, true);
  }

  private final CodecRules rules;

  public XmlSnapshotCodec(int limit) {
    this.rules = new CodecRules("xml", limit);
  }

  @Override
  public String name() {
    return rules.codec();
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    byte[] state = CodecRules.toUtf8(new XmlWriter().write(snapshot));
    String start = HEAD.formatted(state.length, HexFormat.of().toHexDigits(checksum(state, 0)));
    byte[] head = start.getBytes(StandardCharsets.US_ASCII);
    rules.checkWritten((long) head.length + state.length);
    return ByteBuffer.allocate(head.length + state.length).put(head).put(state).array();
  }

  /**
   * Writer of the XML elements. A character that XML 1.0 cannot express becomes {@code \\uXXXX}; a
   * backslash becomes two backslashes.
   */
  private final class XmlWriter {
    private final StringBuilder xml = new StringBuilder(1024);

    String write(Snapshot snapshot) {
      attribute("Name", snapshot.module());
      attribute("Session", snapshot.session());
      attribute("Version", Long.toString(snapshot.version()));
      xml.append('>');
      snapshot.state().views().forEach(this::view);
      snapshot.state().changes().forEach(this::change);
      values("Custom", snapshot.state().custom());
      return xml.append("</AM>").toString();
    }

    private void view(ViewState view) {
      xml.append("<VO");
      attribute("Name", view.viewObject());
      attribute("Active", Boolean.toString(view.active()));
      attribute("Start", Integer.toString(view.rangeStart()));
      attribute("Size", Integer.toString(view.rangeSize()));
      attribute("Current", view.currentKey());
      attribute("Where", view.where());
      attribute("OrderBy", view.orderBy());
      xml.append('>');
      values("Bind", view.binds());
      view.transients().forEach(this::row);
      xml.append("</VO>");
    }

    private void row(String key, Map<String, String> values) {
      xml.append("<Row");
      attribute("Key", key);
      xml.append('>');
      values("Transient", values);
      xml.append("</Row>");
    }

    private void change(EntityChange change) {
      xml.append("<EO");
      attribute("Name", change.entity());
      attribute("Key", change.key());
      attribute("Kind", change.kind().name());
      if (change.position() != EntityChange.NO_POSITION) {
        attribute("Position", Integer.toString(change.position()));
      }
      xml.append('>');
      values("Old", change.oldValues());
      values("New", change.newValues());
      xml.append("</EO>");
    }

    private void values(String element, Map<String, String> values) {
      values.forEach(
          (name, value) -> {
            xml.append('<').append(element);
            attribute("Name", name);
            attribute("Value", value);
            xml.append("></").append(element).append('>');
          });
    }

    private void attribute(String name, String value) {
      if (value == null) {
        return;
      }
      rules.checkWritten((long) xml.length() + value.length());
      xml.append(' ').append(name).append("=\"");
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        switch (c) {
          case '<' -> xml.append("&lt;");
          case '>' -> xml.append("&gt;");
          case '&' -> xml.append("&amp;");
          case '"' -> xml.append("&quot;");
          case '\\' -> xml.append("\\\\");
          default -> {
            if (c >= ' ' && c < 0xFFFE && (c < 0x7F || c > 0x9F)) {
              xml.append(c);
            } else {
              xml.append("\\u").append(HexFormat.of().toHexDigits(c));
            }
          }
        }
      }
      xml.append('"');
    }
  }

  @Override
  public Snapshot decode(byte[] content) {
    rules.checkRead(content.length);
    checkHead(content);
    try {
      // This reader throws for invalid UTF-8. The JDK's XML parser would print the error to
      // standard error.
      ByteArrayInputStream bytes = new ByteArrayInputStream(content);
      Reader text = new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder());
      return new XmlStateReader(FACTORY.createXMLStreamReader(text)).read();
    } catch (XMLStreamException | IllegalArgumentException e) {
      throw rules.corrupt(String.valueOf(e.getMessage()), e);
    }
  }

  private void checkHead(byte[] content) {
    int length = Math.min(content.length, MAX_HEAD);
    String start = new String(content, 0, length, StandardCharsets.ISO_8859_1);
    Matcher head = HEAD_PATTERN.matcher(start);
    String truncated = "truncated: it ends inside its head, after " + content.length + " bytes";
    if (!head.lookingAt()) {
      throw rules.corrupt(head.hitEnd() ? truncated : "it does not begin like a snapshot");
    }
    rules.checkFormat(Integer.parseInt(head.group("format")), FORMAT);
    if (head.group("rest") == null) {
      throw rules.corrupt(content.length < MAX_HEAD ? truncated : "it has no length and checksum");
    }
    rules.checkLength(content.length - head.end(), Long.parseLong(head.group("length")));
    rules.checkSum(checksum(content, head.end()), HexFormat.fromHexDigits(head.group("sum")));
  }

  private static int checksum(byte[] content, int from) {
    CRC32C crc = new CRC32C();
    crc.update(content, from, content.length - from);
    return (int) crc.getValue();
  }
}
