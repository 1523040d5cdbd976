package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The compressed form: what it promises is checked before anything is made from it. */
final class ZstdSnapshotCodecTest extends SnapshotCodecContract {
  private static final int FRAME_AT = Envelope.SIZE + 8;

  /** {@link Snapshots#golden}; an encoder with another zstd may write another frame. */
  private static final String GOLDEN =
      """
      434c4b530201000000873df2b6cee7daa3c5000000a10000d50300734718176f
      7d1e075e70b3d1c8aae99ce00893e070369b6b6a9a6b0a294084ed408e94d276
      bacdb28117dc4048a2c1c1e0053997a61977409a294039371cd88ae12a0ed440
      beda1ec73c6e1581ac8aacdbacd015b3326da0a63335efe3582ccefaf41b9e08
      fc6820781aaac1fe52ad2d8842d700448d343c540a
      """;

  private final SnapshotCodec codec = new ZstdSnapshotCodec();

  @Override
  SnapshotCodec codec(int limit) {
    return new ZstdSnapshotCodec(limit, SnapshotDictionary.GENERAL);
  }

  @Override
  boolean reads(SnapshotCodec other) {
    return other == SnapshotCodecs.BINARY;
  }

  @Override
  int weight(byte[] content) {
    return content[5] == 0
        ? content.length
        : Envelope.SIZE + ByteBuffer.wrap(content).getInt(FRAME_AT - 4);
  }

  @Override
  byte[] withAnotherVersion(byte[] content) {
    content[4] = 9;
    return sealed(content);
  }

  private static byte[] sealed(byte[] content) {
    ByteBuffer header = ByteBuffer.wrap(content);
    header.putInt(6, content.length - Envelope.SIZE);
    CRC32C crc = new CRC32C();
    crc.update(content, 0, 10);
    crc.update(content, Envelope.SIZE, content.length - Envelope.SIZE);
    header.putInt(10, (int) crc.getValue());
    return content;
  }

  @Example
  void pinnedSnapshot_isRead() {
    byte[] pinned = HexFormat.of().parseHex(GOLDEN.replaceAll("\\s", ""));

    assertThat(codec.decode(pinned)).isEqualTo(Snapshots.golden());
    assertThat(SnapshotCodecs.BINARY.decode(pinned)).isEqualTo(Snapshots.golden());
    assertThat(pinned[5]).isEqualTo((byte) 1);
  }

  @Example
  void generalDictionary_isAlwaysTheSame() {
    assertThat(HexFormat.of().toHexDigits(SnapshotDictionary.GENERAL.id())).isEqualTo("e7daa3c5");
  }

  @Example
  void typicalSnapshot_isLessThanHalfOfItsBinaryForm() {
    int binary = SnapshotCodecs.BINARY.encode(Snapshots.typical()).length;

    assertThat(codec.encode(Snapshots.typical()).length).isLessThan(binary / 2);
  }

  @Example
  void whatDoesNotGetSmaller_isWrittenAsBinary() {
    assertThat(codec.encode(Snapshots.empty()))
        .isEqualTo(SnapshotCodecs.BINARY.encode(Snapshots.empty()));
  }

  @Example
  void binarySnapshot_isReadToo() {
    byte[] binary = SnapshotCodecs.BINARY.encode(Snapshots.typical());

    assertThat(codec.decode(binary)).isEqualTo(Snapshots.typical());
  }

  @Example
  void dictionaryOfAModule_isKnownByItsContent() {
    SnapshotDictionary names = SnapshotDictionary.ofModule(Snapshots.golden());
    SnapshotDictionary same = SnapshotDictionary.ofModule(Snapshots.golden());
    SnapshotCodec writer = new ZstdSnapshotCodec(SnapshotCodec.DEFAULT_LIMIT, names);
    SnapshotCodec reader = new ZstdSnapshotCodec(SnapshotCodec.DEFAULT_LIMIT, same);
    byte[] content = writer.encode(Snapshots.typical());

    assertThat(reader.decode(content)).isEqualTo(Snapshots.typical());
    assertThat(reader.decode(codec.encode(Snapshots.typical()))).isEqualTo(Snapshots.typical());
    assertRefused(
        content, "needs dictionary " + HexFormat.of().toHexDigits(names.id()), "unknown here");
  }

  @Example
  void codecOfAModule_writesLess_andReadsWhatTheGeneralOneWrote() {
    SnapshotCodec ofModule = codec.ofModule(Snapshots.golden());
    byte[] general = codec.encode(Snapshots.golden());

    assertThat(ofModule.encode(Snapshots.golden())).hasSizeLessThan(general.length);
    assertThat(ofModule.decode(general)).isEqualTo(Snapshots.golden());
  }

  @Example
  void binaryCodecOfTheSameModule_readsWhatThisOneWrote() {
    byte[] content = codec.ofModule(Snapshots.golden()).encode(Snapshots.typical());

    assertThat(SnapshotCodecs.BINARY.ofModule(Snapshots.golden()).decode(content))
        .isEqualTo(Snapshots.typical());
    assertThatThrownBy(() -> SnapshotCodecs.BINARY.decode(content))
        .isInstanceOf(CorruptSnapshotException.class)
        .hasMessageContaining("unknown here");
  }

  @Example
  void promisedSize_isHeldAgainstTheLimitBeforeTheMemoryIsTaken() {
    for (int length : new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, (64 << 20) - 13}) {
      byte[] content = codec.encode(Snapshots.typical());
      ByteBuffer.wrap(content).putInt(FRAME_AT - 4, length);
      assertRefused(sealed(content), "oversize", "over the limit of 67108864");
    }
  }

  @Example
  void wrongSizeUnderARightChecksum_isRefused() {
    for (int more : new int[] {-1, 1, 1000}) {
      byte[] content = codec.encode(Snapshots.typical());
      int length = ByteBuffer.wrap(content).getInt(FRAME_AT - 4);
      ByteBuffer.wrap(content).putInt(FRAME_AT - 4, length + more);
      assertRefused(sealed(content), "compressed state");
    }
  }

  @Example
  void headCutShort_isRefused() {
    byte[] content = codec.encode(Snapshots.typical());
    for (int length = Envelope.SIZE; length <= FRAME_AT; length++) {
      assertRefused(sealed(Arrays.copyOf(content, length)), "compressed state");
    }
  }

  @Property(tries = 300)
  void anythingForgedUnderARightChecksum_isReadOrRefused(@ForAll long seed) {
    byte[] content = codec.encode(Snapshots.typical());
    Random random = new Random(seed);
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = FRAME_AT + random.nextInt(content.length - FRAME_AT);
      content[at] = (byte) random.nextInt();
    }
    assertReadOrRefused(sealed(content));
  }
}
