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
import javax.xml.stream.XMLStreamReader;

/**
 * One XML document for each snapshot, as ADF writes it: a root for the module, an element for each
 * view object, an element with old and new values for each pending change. Its shape is told in
 * docs/snapshot-format.md.
 *
 * <p>The head, up to the checksum, is always the same but for its three values, so that it can be
 * checked before anything is parsed. The length and the checksum (CRC32C) are those of all bytes
 * behind it.
 */
public final class XmlSnapshotCodec implements SnapshotCodec {
  private static final int FORMAT = 1;
  private static final int LONGEST_HEAD = 128;
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
  private static final String HEAD =
      DECLARATION + "<AM Format=\"" + FORMAT + "\" Length=\"%s\" Checksum=\"%s\"";
  private static final Pattern HEAD_PATTERN =
      Pattern.compile(
          Pattern.quote(DECLARATION)
              + "<AM Format=\"(?<format>[1-9]\\d{0,8})\""
              + "(?<rest> Length=\"(?<length>[1-9]\\d{0,9})\" Checksum=\"(?<sum>[0-9a-f]{8})\")?");

  private static final XMLInputFactory IN = closedFactory();

  private final CodecRules rules;

  /** A codec with a limit: bytes of the largest snapshot, from 1 to 1 GB. */
  public XmlSnapshotCodec(int limit) {
    this.rules = new CodecRules("xml", limit);
  }

  private static XMLInputFactory closedFactory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory;
  }

  @Override
  public String name() {
    return rules.codec();
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    byte[] state = CodecRules.toUtf8(new Elements().of(snapshot));
    byte[] head = head(state.length, checksum(state, 0));
    rules.checkWritten((long) head.length + state.length);
    return ByteBuffer.allocate(head.length + state.length).put(head).put(state).array();
  }

  /**
   * All that is behind the head; {@link XmlStateReader} reads it. Text is written as it is where
   * XML can carry it; characters that XML 1.0 has no way to hold are written as {@code \\uXXXX}
   * with the backslash itself doubled.
   */
  private final class Elements {
    private final StringBuilder xml = new StringBuilder(1024);

    String of(Snapshot snapshot) {
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

    /** An attribute that is null is left out. */
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
      XMLStreamReader xml = IN.createXMLStreamReader(strict(content));
      return new XmlStateReader(xml).read();
    } catch (XMLStreamException | IllegalArgumentException e) {
      throw rules.refused(String.valueOf(e.getMessage()), e);
    }
  }

  /** Given a stream, the JDK's XML reader would tell standard error of bytes that are no UTF-8. */
  private static Reader strict(byte[] content) {
    return new InputStreamReader(
        new ByteArrayInputStream(content), StandardCharsets.UTF_8.newDecoder());
  }

  private static byte[] head(int length, int checksum) {
    return HEAD.formatted(length, HexFormat.of().toHexDigits(checksum))
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Refuses content that is not as long, or not the same, as its head says. */
  private void checkHead(byte[] content) {
    Matcher head = HEAD_PATTERN.matcher(beginning(content));
    if (!head.lookingAt()) {
      throw rules.refused(
          head.hitEnd()
              ? "truncated: it ends inside its head, after " + content.length + " bytes"
              : "it does not begin as a snapshot does");
    }
    rules.checkFormat(Integer.parseInt(head.group("format")), FORMAT);
    if (head.group("rest") == null) {
      throw rules.refused(
          content.length < LONGEST_HEAD
              ? "truncated: it ends inside its head, after " + content.length + " bytes"
              : "it has no length and checksum");
    }
    rules.checkLength(content.length - head.end(), Long.parseLong(head.group("length")));
    rules.checkSum(checksum(content, head.end()), HexFormat.fromHexDigits(head.group("sum")));
  }

  private static String beginning(byte[] content) {
    int length = Math.min(content.length, LONGEST_HEAD);
    return new String(content, 0, length, StandardCharsets.ISO_8859_1);
  }

  private static int checksum(byte[] content, int from) {
    CRC32C crc = new CRC32C();
    crc.update(content, from, content.length - from);
    return (int) crc.getValue();
  }
}
