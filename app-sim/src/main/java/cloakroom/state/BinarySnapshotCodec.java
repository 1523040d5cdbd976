package cloakroom.state;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * Compact codec: an envelope and the state, in which each name is written once and then referred to
 * by its number. docs/snapshot-format.md describes every byte.
 *
 * <p>The envelope is the 13 bytes before every body: magic, format version, length and CRC32C of
 * all the rest. The codec checks it before it reads any byte of the body.
 */
public final class BinarySnapshotCodec implements SnapshotCodec {
  static final int ENVELOPE = 13;

  private static final int FORMAT = 2;

  /** "CLKS". */
  private static final int MAGIC = 0x434C4B53;

  private static final int FORMAT_AT = 4;
  private static final int LENGTH_AT = 5;
  private static final int CHECKSUM_AT = 9;

  private final CodecRules rules;

  /**
   * Creates a codec.
   *
   * @param limit maximum size of a snapshot, from 1 byte to 1 GB
   */
  public BinarySnapshotCodec(int limit) {
    this.rules = new CodecRules("binary", limit);
  }

  @Override
  public String name() {
    return rules.codec();
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    byte[] content = BinaryWriter.write(snapshot, ENVELOPE, rules);
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
      return BinaryReader.read(ByteBuffer.wrap(content).position(ENVELOPE));
    } catch (IllegalArgumentException e) {
      throw rules.refused(e.getMessage(), e);
    }
  }

  /** Checks the version first: another version may have another header. */
  private void checkEnvelope(byte[] content) {
    if (content.length < ENVELOPE) {
      throw rules.refused(
          "truncated: " + content.length + " bytes are less than a header of " + ENVELOPE);
    }
    ByteBuffer header = ByteBuffer.wrap(content);
    if (header.getInt(0) != MAGIC) {
      HexFormat hex = HexFormat.of();
      throw rules.refused(
          "it does not begin as a snapshot does: %s instead of %s"
              .formatted(hex.toHexDigits(header.getInt(0)), hex.toHexDigits(MAGIC)));
    }
    rules.checkFormat(content[FORMAT_AT] & 0xFF, FORMAT);
    rules.checkLength(content.length - ENVELOPE, Integer.toUnsignedLong(header.getInt(LENGTH_AT)));
    rules.checkSum(checksum(content), header.getInt(CHECKSUM_AT));
  }

  /** Over everything but the checksum itself. */
  private static int checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, CHECKSUM_AT);
    crc.update(content, ENVELOPE, content.length - ENVELOPE);
    return (int) crc.getValue();
  }
}
