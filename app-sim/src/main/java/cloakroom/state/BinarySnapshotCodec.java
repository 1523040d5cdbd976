package cloakroom.state;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Binary codec that writes a repeated name as a number (docs/internals/snapshot-format.md). The
 * first 13 bytes are the envelope: magic, format version, length, and CRC32C of all other bytes.
 */
public final class BinarySnapshotCodec implements SnapshotCodec {
  static final int ENVELOPE = 13;
  private static final int FORMAT = 2;
  private static final int MAGIC = 0x434C4B53; // CLKS
  private static final int FORMAT_AT = 4;
  private static final int LENGTH_AT = 5;
  private static final int CHECKSUM_AT = 9;

  private final CodecRules rules;

  public BinarySnapshotCodec(int limit) {
    this.rules = new CodecRules("binary", limit);
  }

  @Override
  public String name() {
    return rules.codec();
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    byte[] content = new BinaryWriter(ENVELOPE, rules).write(snapshot);
    ByteBuffer header = ByteBuffer.wrap(content);
    header.putInt(MAGIC).put((byte) FORMAT).putInt(content.length - ENVELOPE);
    header.putInt(checksum(content));
    return content;
  }

  @Override
  public Snapshot decode(byte[] content) {
    rules.checkRead(content.length);
    checkEnvelope(content);
    try {
      return new BinaryReader(ByteBuffer.wrap(content).position(ENVELOPE)).read();
    } catch (IllegalArgumentException e) {
      throw rules.corrupt(e.getMessage(), e);
    }
  }

  /** Checks the format version before length and checksum, whose places depend on the version. */
  private void checkEnvelope(byte[] content) {
    if (content.length < ENVELOPE) {
      throw rules.corrupt("truncated: " + content.length + " bytes, the envelope has " + ENVELOPE);
    }
    ByteBuffer header = ByteBuffer.wrap(content);
    if (header.getInt(0) != MAGIC) {
      String form = "it does not begin like a snapshot: %08x instead of %08x";
      throw rules.corrupt(form.formatted(header.getInt(0), MAGIC));
    }
    rules.checkFormat(content[FORMAT_AT] & 0xFF, FORMAT);
    rules.checkLength(content.length - ENVELOPE, Integer.toUnsignedLong(header.getInt(LENGTH_AT)));
    rules.checkSum(checksum(content), header.getInt(CHECKSUM_AT));
  }

  private static int checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, CHECKSUM_AT);
    crc.update(content, ENVELOPE, content.length - ENVELOPE);
    return (int) crc.getValue();
  }
}
