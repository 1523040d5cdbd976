package cloakroom.state;

import static cloakroom.state.BinarySnapshotCodecTest.HEADER;
import static cloakroom.state.BinarySnapshotCodecTest.hex;
import static cloakroom.state.BinarySnapshotCodecTest.sealed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.state.SnapshotCodec.CorruptSnapshotException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The compressed form: what it promises is checked before anything is made from it. */
final class ZstdSnapshotCodecTest extends SnapshotCodecContract {
  private static final int FRAME_AT = HEADER + 8;

  /** {@link Snapshots#golden}; an encoder with another zstd may write another frame. */
  private static final String GOLDEN =
      """
      434c4b53010100000086ca5a7c0bbfbe9b9d0000009c0000cd030043c7179a7e
      f906bdf69f8f07457a420e68411e40a0cf470b6578b41c40c00d65e8411618c1
      2d7ef9bcf69fff0f05b4bdf6e9889e208d054660cf9383f760a07f5dbd82deb3
      f5b659d90cf006d8e2d9487365eae73da150c6e6ec6ca6671d67f5152e08fc68
      40f08d364606f4d8764aa40ec8e7d9f20605e501
      """;

  private final SnapshotCodec codec = SnapshotCodecs.ZSTD;

  @Override
  SnapshotCodec codec(int limit) {
    return BinarySnapshotCodec.compressing(limit);
  }

  @Override
  int weight(byte[] content) {
    return content[5] == 0
        ? content.length
        : HEADER + ByteBuffer.wrap(content).getInt(FRAME_AT - 4);
  }

  @Override
  byte[] withAnotherVersion(byte[] content) {
    content[4] = 9;
    return sealed(content);
  }

  @Example
  void pinnedSnapshot_isRead() {
    byte[] pinned = hex(GOLDEN);

    assertThat(codec.decode(pinned)).isEqualTo(Snapshots.golden());
    assertThat(SnapshotCodecs.BINARY.decode(pinned)).isEqualTo(Snapshots.golden());
    assertThat(pinned[5]).isEqualTo((byte) 1);
  }

  @Example
  void whatDoesNotGetSmaller_isWrittenAsBinary() {
    assertThat(codec.encode(Snapshots.empty()))
        .isEqualTo(SnapshotCodecs.BINARY.encode(Snapshots.empty()));
  }

  @Example
  void dictionaryOfAModule_isKnownByItsContent() {
    byte[] content = codec.ofModule(Snapshots.golden()).encode(Snapshots.typical());

    assertThat(codec.ofModule(Snapshots.golden()).decode(content)).isEqualTo(Snapshots.typical());
    assertThat(SnapshotCodecs.BINARY.ofModule(Snapshots.golden()).decode(content))
        .isEqualTo(Snapshots.typical());
    String id = HexFormat.of().toHexDigits(ByteBuffer.wrap(content).getInt(HEADER));
    assertRefused(content, "needs dictionary " + id, "unknown here");
    assertThatThrownBy(() -> SnapshotCodecs.BINARY.decode(content))
        .isInstanceOf(CorruptSnapshotException.class)
        .hasMessageContaining("unknown here");
  }

  @Example
  void codecOfAModule_writesLess_andReadsWhatTheGeneralOneWrote() {
    SnapshotCodec ofModule = codec.ofModule(Snapshots.golden());
    byte[] general = codec.encode(Snapshots.golden());

    assertThat(ofModule.encode(Snapshots.golden())).hasSizeLessThan(general.length);
    assertThat(ofModule.decode(general)).isEqualTo(Snapshots.golden());
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
    for (int length = HEADER; length <= FRAME_AT; length++) {
      assertRefused(sealed(Arrays.copyOf(content, length)), "compressed state");
    }
  }

  @Property
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
