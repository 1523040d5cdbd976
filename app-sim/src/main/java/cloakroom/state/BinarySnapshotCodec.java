package cloakroom.state;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The compact form: a header of 14 bytes (magic, format version, flags, length, CRC32C of all the
 * rest) and the state in one pass, names by number after their first use. Written byte by byte in
 * docs/snapshot-format.md. No byte of the state is looked at before the checksum holds.
 */
public final class BinarySnapshotCodec implements SnapshotCodec {
  private static final String NAME = "binary";

  /** "CLKS". */
  private static final int MAGIC = 0x434C4B53;

  private static final int FORMAT = 1;
  private static final int NO_FLAGS = 0;

  private static final int FORMAT_AT = 4;
  private static final int FLAGS_AT = 5;
  private static final int LENGTH_AT = 6;
  private static final int CHECKSUM_AT = 10;
  private static final int HEADER = 14;

  private final CodecRules rules;

  /** A codec with the default limit, {@link SnapshotCodec#DEFAULT_LIMIT}. */
  public BinarySnapshotCodec() {
    this(DEFAULT_LIMIT);
  }

  /**
   * A codec with a limit of its own.
   *
   * @param limit bytes of the largest snapshot, from 1 to 1 GB
   */
  public BinarySnapshotCodec(int limit) {
    this.rules = new CodecRules(NAME, limit);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    BinaryOutput out = new BinaryOutput(expectedSize(snapshot.state()), rules);
    out.skip(HEADER);
    BinaryState.write(out, snapshot);
    rules.checkWritten(out.size());
    byte[] content = Arrays.copyOf(out.bytes(), out.size());
    ByteBuffer header = ByteBuffer.wrap(content);
    header.putInt(MAGIC).put((byte) FORMAT).put((byte) NO_FLAGS).putInt(content.length - HEADER);
    header.putInt(checksum(content));
    return content;
  }

  /** A guess that saves most snapshots the growing. */
  private static int expectedSize(ModuleState state) {
    int views = Math.min(state.views().size(), 1_000);
    int changes = Math.min(state.changes().size(), 1_000);
    return 512 + 64 * views + 256 * changes;
  }

  @Override
  public Snapshot decode(byte[] content) {
    rules.checkStored(content);
    checkHeader(content);
    try {
      BinaryInput in = new BinaryInput(content, HEADER);
      Snapshot snapshot = BinaryState.read(in);
      if (!in.isAtEnd()) {
        throw new IllegalArgumentException("the content goes on after the state");
      }
      return snapshot;
    } catch (IllegalArgumentException e) {
      throw rules.refused(e.getMessage(), e);
    }
  }

  /** The version comes first: another version may have another header. */
  private void checkHeader(byte[] content) {
    if (content.length < HEADER) {
      throw rules.refused(
          "truncated: " + content.length + " bytes are less than a header of " + HEADER);
    }
    ByteBuffer header = ByteBuffer.wrap(content);
    check(
        header.getInt(0) == MAGIC,
        "it does not begin as a snapshot does: %s instead of %s",
        header.getInt(0),
        MAGIC);
    if (content[FORMAT_AT] != FORMAT) {
      throw rules.refused(
          "format version "
              + (content[FORMAT_AT] & 0xFF)
              + " is unknown, this codec reads "
              + FORMAT);
    }
    if (content[FLAGS_AT] != NO_FLAGS) {
      throw rules.refused(
          "flags " + (content[FLAGS_AT] & 0xFF) + " are unknown in format version " + FORMAT);
    }
    checkLength(content.length - HEADER, Integer.toUnsignedLong(header.getInt(LENGTH_AT)));
    int expected = header.getInt(CHECKSUM_AT);
    int found = checksum(content);
    check(found == expected, "checksum is %s, the header says %s", found, expected);
  }

  private void checkLength(int found, long promised) {
    if (found < promised) {
      throw rules.refused("truncated: " + found + " bytes of state, the header says " + promised);
    }
    if (found > promised) {
      throw rules.refused(
          "trailing bytes: " + found + " bytes of state, the header says " + promised);
    }
  }

  private void check(boolean holds, String otherwise, int found, int expected) {
    if (!holds) {
      HexFormat hex = HexFormat.of();
      throw rules.refused(otherwise.formatted(hex.toHexDigits(found), hex.toHexDigits(expected)));
    }
  }

  /** Over everything but the checksum itself. */
  private static int checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content, 0, CHECKSUM_AT);
    crc.update(content, HEADER, content.length - HEADER);
    return (int) crc.getValue();
  }
}
