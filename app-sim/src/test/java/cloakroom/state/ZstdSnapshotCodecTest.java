package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The compressed form: what it promises is checked before anything is made from it. */
final class ZstdSnapshotCodecTest extends SnapshotCodecContract {
  private static final int FRAME_AT = Envelope.SIZE + 8;

  /**
   * {@link Snapshots#golden} in format version 2; an encoder with another zstd may write another
   * frame.
   */
  private static final String VERSION_2 =
      """
      434c4b530201000000873df2b6cee7daa3c5000000a10000d50300734718176f
      7d1e075e70b3d1c8aae99ce00893e070369b6b6a9a6b0a294084ed408e94d276
      bacdb28117dc4048a2c1c1e0053997a61977409a294039371cd88ae12a0ed440
      beda1ec73c6e1581ac8aacdbacd015b3326da0a63335efe3582ccefaf41b9e08
      fc6820781aaac1fe52ad2d8842d700448d343c540a
      """;

  /** The same, written with the dictionary that {@link #blank} made of the earlier general one. */
  private static final String VERSION_2_OF_A_MODULE =
      """
      434c4b5302010000007f17f2eae876851e02000000a10000950300b30616176f
      7d1e075e70b3d1c8aae99ce00893e070369b6b6a9a6b0a294084ed408e94d276
      bacdb28117dcd0e060f0829c4bd38c3b20cd14a09c1b0e6cc57015076a205f6d
      8f631eb78a405645d66d5648d3999af7712c16677d0209fc688a4f0d1ac88ec5
      df4c904b3f2a815a2df335d02f
      """;

  /** The same in format version 3. */
  private static final String VERSION_3 =
      """
      434c4b53030100000086511520d4bfbe9b9d0000009c0000cd030043c7179a7e
      f906bdf69f8f07457a420e68411e40a0cf470b6578b41c40c00d65e8411618c1
      2d7ef9bcf69fff0f05b4bdf6e9889e208d054660cf9383f760a07f5dbd82deb3
      f5b659d90cf006d8e2d9487365eae73da150c6e6ec6ca6671d67f5152e08fc68
      40f08d364606f4d8764aa40ec8e7d9f20605e501
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

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
  }

  /** A module's definition: names, and no value. */
  private static Snapshot blank() {
    Map<String, String> names = Collections.singletonMap("Sal", null);
    return new Snapshot(
        "HrModule",
        "",
        0,
        new ModuleState(
            List.of(new ViewState("Emp", Map.of(), 0, 25, null)),
            List.of(EntityChange.modified("Emp", "", names, names))));
  }

  @Example
  void whatAnEarlierVersionWroteForAModule_isRead() {
    byte[] pinned = bytes(VERSION_2_OF_A_MODULE);

    assertThat(codec.ofModule(blank()).decode(pinned)).isEqualTo(Snapshots.golden());
    assertThat(codec.ofModule(blank()).decode(bytes(VERSION_2))).isEqualTo(Snapshots.golden());
    assertRefused(pinned, "needs dictionary 76851e02", "unknown here");
  }

  @Example
  void pinnedSnapshots_areRead() {
    for (String version : new String[] {VERSION_2, VERSION_3}) {
      byte[] pinned = bytes(version);

      assertThat(codec.decode(pinned)).isEqualTo(Snapshots.golden());
      assertThat(SnapshotCodecs.BINARY.decode(pinned)).isEqualTo(Snapshots.golden());
      assertThat(pinned[5]).isEqualTo((byte) 1);
    }
  }

  @Example
  void generalDictionary_isAlwaysTheSame() {
    assertThat(HexFormat.of().toHexDigits(SnapshotDictionary.GENERAL.id())).isEqualTo("bfbe9b9d");
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
