package cloakroom.state;

import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.stream.XMLStreamWriter;

/**
 * One XML document for each snapshot, as ADF writes it: a root for the module, an element for each
 * view object, an element with old and new values for each pending change. Its shape is told in
 * docs/snapshot-format.md. Nothing is parsed before length and checksum hold.
 */
public final class XmlSnapshotCodec implements SnapshotCodec {
  private static final String NAME = "xml";

  /** The start of the root, which {@link XmlHead} replaces with its own. */
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
    byte[] head = XmlHead.of(bytes.size() - ROOT_START, bytes.checksum(ROOT_START));
    return bytes.after(head, ROOT_START);
  }

  /** Given a stream, the JDK's XML writer would call it for every single byte. */
  private static Writer buffered(LimitedBytes bytes) {
    return new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public Snapshot decode(byte[] content) {
    rules.checkStored(content);
    XmlHead.check(content, rules);
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
}
