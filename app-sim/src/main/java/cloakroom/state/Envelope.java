package cloakroom.state;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The 14 bytes before every binary snapshot: magic, format version, flags, length and CRC32C of all
 * the rest. No byte of the body is looked at before they hold.
 */
final class Envelope {
  static final int SIZE = 14;

  private static final int FORMAT = 1;

  /** "CLKS". */
  private static final int MAGIC = 0x434C4B53;

  private static final int COMPRESSED = 1;
  private static final int FORMAT_AT = 4;
  private static final int FLAGS_AT = 5;
  private static final int LENGTH_AT = 6;
  private static final int CHECKSUM_AT = 10;

  private Envelope() {}

  /** Fills the first bytes in for the body behind them. */
  static byte[] seal(byte[] content, boolean compressed) {
    ByteBuffer header = ByteBuffer.wrap(content);
    header.putInt(MAGIC).put((byte) FORMAT).put((byte) (compressed ? COMPRESSED : 0));
    header.putInt(content.length - SIZE).putInt(checksum(content));
    return content;
  }

  /**
   * Checks everything; the version comes first, as another one may have another header.
   *
   * @return whether the body is compressed
   * @throws CorruptSnapshotException in one line
   */
  static boolean open(byte[] content, CodecRules rules) {
    if (content.length < SIZE) {
      throw rules.refused(
          "truncated: " + content.length + " bytes are less than a header of " + SIZE);
    }
    ByteBuffer header = ByteBuffer.wrap(content);
    if (header.getInt(0) != MAGIC) {
      HexFormat hex = HexFormat.of();
      throw rules.refused(
          "it does not begin as a snapshot does: "
              + hex.toHexDigits(header.getInt(0))
              + " instead of "
              + hex.toHexDigits(MAGIC));
    }
    rules.checkFormat(content[FORMAT_AT] & 0xFF, FORMAT);
    int flags = content[FLAGS_AT] & 0xFF;
    if (flags > COMPRESSED) {
      throw rules.refused("flags " + flags + " are unknown in format version " + FORMAT);
    }
    rules.checkLength(content.length - SIZE, Integer.toUnsignedLong(header.getInt(LENGTH_AT)));
    rules.checkSum(checksum(content), header.getInt(CHECKSUM_AT));
    return flags == COMPRESSED;
  }

  /** Over everything but the checksum itself. */
  private static int checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, CHECKSUM_AT);
    crc.update(content, SIZE, content.length - SIZE);
    return (int) crc.getValue();
  }
}
