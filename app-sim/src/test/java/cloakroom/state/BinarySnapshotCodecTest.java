package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The binary format, which is fixed; its reader survives forged content. */
final class BinarySnapshotCodecTest extends SnapshotCodecContract {
  private static final int HEADER = BinarySnapshotCodec.ENVELOPE;

  /**
   * Bytes of {@link Snapshots#golden}; docs/internals/snapshot-format.md explains the first ones. A
   * change of these bytes is a new format version.
   */
  private static final byte[] GOLDEN =
      hex(
          """
          434c4b5302000000a27a6277f10848724d6f64756c650973657373696f6e2d31
          05020003456d70010b73616c203e203a6d696e06656e616d6500020004646570
          7400046e616d6503313000ac020a053738333901043738333900010006546963
          6b65640574727565000444657074000000000000190000030104373833390000
          01000353616c053530303004000535e282ac01022d310103030405f09f988005
          023430020303000100046e6f746501
          """);

  private final SnapshotCodec codec = SnapshotCodecs.BINARY;

  @Override
  SnapshotCodec codec(int limit) {
    return new BinarySnapshotCodec(limit);
  }

  @Override
  byte[] withAnotherVersion(byte[] content) {
    content[4] = 9;
    return sealed(content);
  }

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
  }

  /** Sets the length and the checksum that match the content. */
  private static byte[] sealed(byte[] content) {
    ByteBuffer header = ByteBuffer.wrap(content);
    header.putInt(5, content.length - HEADER);
    CRC32C crc = new CRC32C();
    crc.update(content, 0, 9);
    crc.update(content, HEADER, content.length - HEADER);
    header.putInt(9, (int) crc.getValue());
    return content;
  }

  @Example
  void formatVersion2_isPinned() {
    assertThat(codec.encode(Snapshots.golden())).isEqualTo(GOLDEN);
    assertThat(codec.decode(GOLDEN)).isEqualTo(Snapshots.golden());
  }

  @Example
  void otherBeginnings_areNamed() {
    byte[] content = GOLDEN.clone();
    content[0] = 'X';
    assertRefused(sealed(content), "does not begin", "584c4b53", "434c4b53");
    content = GOLDEN.clone();
    content[4] = 1;
    assertRefused(sealed(content), "format version 1 is not supported, this codec reads 2");
  }

  @Example
  void promisedLength_isNeverBelieved() {
    for (int length : new int[] {Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 100_000_000}) {
      byte[] content = GOLDEN.clone();
      ByteBuffer.wrap(content).putInt(5, length);
      assertRefused(content, "truncated", Integer.toUnsignedString(length));
    }
  }

  @Example
  void hugeCountsUnderARightChecksum_areRefusedWithoutTheMemory() {
    for (String state :
        new String[] {"ffffffff07", "0000 00 ffffffff07", "0000 00 00 ffffffff07"}) {
      assertRefused(withBody(hex(state)), "cannot be in 0");
    }
  }

  @Example
  void contentThatNoEncoderWrites_isRefused() {
    assertRefused(withBody(hex("00 00 8000 00 00 00")), "not in its shortest form");
    assertRefused(withBody(hex("00 00 ffffffffffffffffff00 00 00 00")), "more than nine bytes");
    assertRefused(withBody(hex("02 c080 00 00 00 00 00")), "not UTF-8");
    assertRefused(withBody(hex("01 e2 00 00 00 00 00")), "not UTF-8");
    assertRefused(withBody(hex("02 c241 00 00 00 00 00")), "not UTF-8");
    assertRefused(withBody(hex("01 80 00 00 00 00 00")), "not UTF-8");
    assertRefused(withBody(hex("03 e08080 00 00 00 00 00")), "not UTF-8");
    assertRefused(withBody(hex("03 eda080 00 00 00 00 00")), "not UTF-8");
    assertRefused(withBody(hex("00 00 00 00 00 0000 00")), "bytes after the end");
    assertRefused(withBody(hex("00 00 00 00 01 000161 00 03 00 00 00")), "kind of change 3");
    assertRefused(
        withBody(hex("00 00 00 01 000161 02 00 00 00 00 01 00 00 00 00")), "must be 0 or 1");
    assertRefused(withBody(hex("00 00 00 01 07 01 00 00 00 00 01 00 00 00 00")), "name 7 of 0");
    assertRefused(withBody(hex("00 00 00 01 000161 01 00 00 0000 00 00 00 00 00 00")), "size 0");
    assertRefused(withBody(hex("00 00 00 00 00 01")), "shape 1 of 0");
    assertRefused(withBody(hex("00 00 00 00 00 00 02 000162 000161 01 01")), "not in order");
    assertRefused(withBody(hex("00 00 00 00 00 00 01 000161")), "1 values cannot be in 0");
    assertRefused(withBody(hex("00 00 00 00 00 00 ffffffff07")), "cannot be in 0");
    String value = "00 00 00 00 00 00 01 000161";
    assertRefused(withBody(hex(value + "05 41")), "text of 4 bytes cannot be in 1");
    assertRefused(
        withBody(hex(value + "ffffffff07 41")), "text of 2147483646 bytes cannot be in 1");
  }

  private static byte[] withBody(byte[] body) {
    byte[] content = Arrays.copyOf(GOLDEN, HEADER + body.length);
    System.arraycopy(body, 0, content, HEADER, body.length);
    return sealed(content);
  }

  @Example
  void everyByteForgedUnderARightChecksum_isReadOrRefused() {
    for (int at = HEADER; at < GOLDEN.length; at++) {
      for (int value = 0; value < 256; value++) {
        byte[] content = GOLDEN.clone();
        content[at] = (byte) value;
        assertReadOrRefused(sealed(content));
      }
    }
  }

  @Property
  void anythingForgedUnderARightChecksum_isReadOrRefused(
      @ForAll("snapshots") Snapshot snapshot, @ForAll long seed) {
    byte[] content = codec.encode(snapshot);
    byte[] body = Arrays.copyOfRange(content, HEADER, content.length);
    Random random = new Random(seed);
    for (int bytes = 1; bytes <= 5; bytes++) {
      body[random.nextInt(body.length)] = (byte) random.nextInt();
      assertReadOrRefused(withBody(body));
      assertReadOrRefused(withBody(Arrays.copyOf(body, random.nextInt(body.length))));
    }
  }
}
