package cloakroom.state;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The 14 bytes before every binary snapshot: magic, format version, flags, length and CRC32C of all
 * the rest. No byte of the body is looked at before they hold.
 *
 * @param format version of the body, from 1 to 3
 * @param compressed whether the body is compressed
 */
record Envelope(int format, boolean compressed) {
  static final int SIZE = 14;

  /** What is written: versions 1 and 2 are only read. */
  static final int FORMAT = 3;

  /** "CLKS". */
  private static final int MAGIC = 0x434C4B53;

  private static final int OLDEST_FORMAT = 1;
  private static final int COMPRESSED = 1;
  private static final int FORMAT_AT = 4;
  private static final int FLAGS_AT = 5;
  private static final int LENGTH_AT = 6;
  private static final int CHECKSUM_AT = 10;

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
   * @throws CorruptSnapshotException in one line
   */
  static Envelope open(byte[] content, CodecRules rules) {
    if (content.length < SIZE) {
      throw rules.refused(
          "truncated: " + content.length + " bytes are less than a header of " + SIZE);
    }
    ByteBuffer header = ByteBuffer.wrap(content);
    if (header.getInt(0) != MAGIC) {
      throw rules.refused(
          different(
              "it does not begin as a snapshot does: %s instead of %s", header.getInt(0), MAGIC));
    }
    int format = content[FORMAT_AT] & 0xFF;
    if (format < OLDEST_FORMAT || format > FORMAT) {
      throw rules.refused(
          "format version "
              + format
              + " is unknown, this codec reads "
              + OLDEST_FORMAT
              + " to "
              + FORMAT);
    }
    int flags = content[FLAGS_AT] & 0xFF;
    if (flags > (format == OLDEST_FORMAT ? 0 : COMPRESSED)) {
      throw rules.refused("flags " + flags + " are unknown in format version " + format);
    }
    checkLength(content.length - SIZE, Integer.toUnsignedLong(header.getInt(LENGTH_AT)), rules);
    int expected = header.getInt(CHECKSUM_AT);
    int found = checksum(content);
    if (found != expected) {
      throw rules.refused(different("checksum is %s, the header says %s", found, expected));
    }
    return new Envelope(format, flags == COMPRESSED);
  }

  private static void checkLength(int found, long promised, CodecRules rules) {
    if (found < promised) {
      throw rules.refused("truncated: " + found + " bytes of state, the header says " + promised);
    }
    if (found > promised) {
      throw rules.refused(
          "trailing bytes: " + found + " bytes of state, the header says " + promised);
    }
  }

  private static String different(String words, int found, int expected) {
    HexFormat hex = HexFormat.of();
    return words.formatted(hex.toHexDigits(found), hex.toHexDigits(expected));
  }

  /** Over everything but the checksum itself. */
  private static int checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, CHECKSUM_AT);
    crc.update(content, SIZE, content.length - SIZE);
    return (int) crc.getValue();
  }
}
