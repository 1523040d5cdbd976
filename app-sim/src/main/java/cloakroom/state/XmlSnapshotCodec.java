package cloakroom.state;

import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

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
  private static final String NAME = "xml";

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

  /** The start of the root, which the head replaces with its own. */
  private static final int ROOT_START = "<AM".length();

  private static final XMLOutputFactory OUT = XMLOutputFactory.newDefaultFactory();
  private static final XMLInputFactory IN = closedFactory();

  private final CodecRules rules;

  /** A codec with the default limit, {@link SnapshotCodec#DEFAULT_LIMIT}. */
  public XmlSnapshotCodec() {
    this(DEFAULT_LIMIT);
  }

  /**
   * A codec with a limit of its own.
   *
   * @param limit bytes of the largest snapshot, from 1 to 1 GB
   */
  public XmlSnapshotCodec(int limit) {
    this.rules = new CodecRules(NAME, limit);
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
    return NAME;
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    LimitedBytes bytes = new LimitedBytes(1024, rules);
    try (Writer text = buffered(bytes)) {
      XMLStreamWriter xml = OUT.createXMLStreamWriter(text);
      new XmlStateWriter(xml).write(snapshot);
      xml.close();
    } catch (XMLStreamException | IOException e) {
      throw new IllegalStateException("cannot write a snapshot of " + snapshot.module(), e);
    }
    byte[] head = head(bytes.size() - ROOT_START, bytes.checksum(ROOT_START));
    return bytes.after(head, ROOT_START);
  }

  /** Given a stream, the JDK's XML writer would call it for every single byte. */
  private static Writer buffered(LimitedBytes bytes) {
    return new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public Snapshot decode(byte[] content) {
    rules.checkStored(content);
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
