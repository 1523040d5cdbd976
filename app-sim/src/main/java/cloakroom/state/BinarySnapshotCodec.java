package cloakroom.state;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The compact form, plain or compressed with zstd and a dictionary: an envelope and the state in
 * one pass, names by number after their first use. Written byte by byte in docs/snapshot-format.md.
 * Each of the two codecs reads what the other has written, so that a store may hold both; what does
 * not get smaller is not compressed.
 *
 * <p>The envelope is the 14 bytes before every body: magic, format version, flags, length and
 * CRC32C of all the rest. No byte of the body is looked at before they hold.
 */
public final class BinarySnapshotCodec implements SnapshotCodec {
  static final int ENVELOPE = 14;

  private static final int FORMAT = 1;

  /** "CLKS". */
  private static final int MAGIC = 0x434C4B53;

  private static final int COMPRESSED = 1;
  private static final int FORMAT_AT = 4;
  private static final int FLAGS_AT = 5;
  private static final int LENGTH_AT = 6;
  private static final int CHECKSUM_AT = 10;

  private final CodecRules rules;
  private final SnapshotDictionary dictionary;
  private final boolean compresses;

  private BinarySnapshotCodec(CodecRules rules, SnapshotDictionary dictionary, boolean compresses) {
    this.rules = rules;
    this.dictionary = dictionary;
    this.compresses = compresses;
  }

  /**
   * A codec that leaves the state as it is.
   *
   * @param limit bytes of the largest snapshot, from 1 to 1 GB
   */
  public static BinarySnapshotCodec plain(int limit) {
    return new BinarySnapshotCodec(
        new CodecRules("binary", limit), SnapshotDictionary.GENERAL, false);
  }

  /**
   * A codec that compresses with the general dictionary.
   *
   * @param limit bytes of the largest snapshot before it is compressed, from 1 to 1 GB
   */
  public static BinarySnapshotCodec compressing(int limit) {
    return new BinarySnapshotCodec(new CodecRules("zstd", limit), SnapshotDictionary.GENERAL, true);
  }

  @Override
  public String name() {
    return rules.codec();
  }

  @Override
  public void requireUsable() {
    if (compresses) {
      SnapshotDictionary.requireLibrary();
    }
  }

  /** It then reads what either codec has written for that module, too. */
  @Override
  public SnapshotCodec ofModule(Snapshot blank) {
    BinaryWriter names = BinaryWriter.of(blank, 0, rules);
    return new BinarySnapshotCodec(
        rules, SnapshotDictionary.ofModule(names.bytes(), names.size()), compresses);
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    BinaryWriter written = BinaryWriter.of(snapshot, ENVELOPE, rules);
    byte[] compressed =
        compresses ? dictionary.compress(written.bytes(), ENVELOPE, written.size()) : null;
    return compressed != null
        ? sealed(compressed, COMPRESSED)
        : sealed(Arrays.copyOf(written.bytes(), written.size()), 0);
  }

  /** Fills the first bytes in for the body behind them. */
  private static byte[] sealed(byte[] content, int flags) {
    ByteBuffer header = ByteBuffer.wrap(content);
    header.putInt(MAGIC).put((byte) FORMAT).put((byte) flags);
    header.putInt(content.length - ENVELOPE).putInt(checksum(content));
    return content;
  }

  @Override
  public Snapshot decode(byte[] content) {
    rules.checkExpanded(content.length);
    checkEnvelope(content);
    try {
      return content[FLAGS_AT] == COMPRESSED
          ? BinaryReader.read(dictionary.expand(content, ENVELOPE, rules), 0)
          : BinaryReader.read(content, ENVELOPE);
    } catch (IllegalArgumentException e) {
      throw rules.refused(e.getMessage(), e);
    }
  }

  /** The version comes first, as another one may have another header. */
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
    int flags = content[FLAGS_AT] & 0xFF;
    if (flags > COMPRESSED) {
      throw rules.refused("flags " + flags + " are unknown in format version " + FORMAT);
    }
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
