package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import cloakroom.state.SnapshotCodec.CorruptSnapshotException;
import cloakroom.state.SnapshotCodec.SnapshotTooLargeException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** Contract of every codec: it restores any state, and rejects damaged content in one line. */
@Tag("scalable")
abstract class SnapshotCodecContract {
  private final SnapshotCodec codec = codec(SnapshotCodec.DEFAULT_LIMIT);

  abstract SnapshotCodec codec(int limit);

  abstract byte[] withAnotherVersion(byte[] content);

  @Provide
  Arbitrary<Snapshot> snapshots() {
    return Snapshots.any();
  }

  @Property
  void decode_givesBackWhatWasEncoded_whichGivesTheSameBytes(
      @ForAll("snapshots") Snapshot snapshot) {
    byte[] content = codec.encode(snapshot);

    assertThat(codec.decode(content)).isEqualTo(snapshot);
    assertThat(codec.encode(codec.decode(content))).isEqualTo(content);
  }

  @Example
  void everyString_survivesEverywhere() {
    String[] texts = {
      "",
      " ",
      "\0",
      "\t\r\n\u0085\u2028",
      "\\u0041\\",
      "<&>\"']]>&amp;",
      "\uD83D\uDE00",
      "\u007F\u0080\u07FF\u0800\uFFFD\uFFFE\uFFFF"
    };
    Stream<String> repeated = Stream.of(126, 127, 128, 100_000).map("x"::repeat);
    Stream<String> wide = Stream.of("\u20AC".repeat(100_000), "\uD83D\uDE00".repeat(50_000));
    for (String text : Stream.of(Stream.of(texts), repeated, wide).flatMap(a -> a).toList()) {
      Map<String, String> values = Map.of(text, text);
      int max = Integer.MAX_VALUE;
      ViewState view =
          new ViewState(text, true, text, text, values, max, max, text, Map.of(text, values));
      List<EntityChange> changes =
          List.of(
              EntityChange.modified(text, text, values, values),
              EntityChange.created(text, text, max, values));
      ModuleState state = new ModuleState(List.of(view), changes, values);
      Snapshot snapshot = new Snapshot(text, text, Long.MAX_VALUE, state);

      assertThat(codec.decode(codec.encode(snapshot)).equals(snapshot))
          .as(text.substring(0, Math.min(10, text.length())))
          .isTrue();
    }
  }

  @Example
  void encode_halfASurrogatePair_isRejected() {
    for (String text : List.of("\uD800", "\uDC00", "\uDC00\uD800", "a\uD83D\uD83D\uDE00")) {
      Map<String, String> custom = Map.of("text", text);
      Snapshot snapshot = new Snapshot("m", "s", 1, new ModuleState(List.of(), List.of(), custom));

      assertThatThrownBy(() -> codec.encode(snapshot))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("half a surrogate pair");
    }
  }

  @Example
  void content_isTheSameUnderALocaleWithOtherDigits() {
    Snapshot snapshot = Snapshots.typical();
    byte[] content = codec.encode(snapshot);
    Locale before = Locale.getDefault();
    Locale.setDefault(new Locale.Builder().setLanguage("ar").setRegion("EG").build());
    try {
      assertThat(codec.encode(snapshot)).isEqualTo(content);
      assertThat(codec.decode(content)).isEqualTo(snapshot);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Example
  void manyThreads_useOneCodec() {
    Snapshot snapshot = Snapshots.typical();

    assertThat(
            IntStream.range(0, 200)
                .parallel()
                .allMatch(i -> codec.decode(codec.encode(snapshot)).equals(snapshot)))
        .isTrue();
  }

  @Example
  void everySingleBitFlip_isRefused() {
    for (Snapshot snapshot : List.of(Snapshots.empty(), Snapshots.golden())) {
      byte[] content = codec.encode(snapshot);
      for (int bit = 0; bit < content.length * Byte.SIZE; bit++) {
        content[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        assertRefused(content);
        content[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
      }
    }
  }

  @Property
  void damage_isRefused(@ForAll("snapshots") Snapshot snapshot, @ForAll long seed) {
    byte[] content = codec.encode(snapshot);
    Random random = new Random(seed);
    for (int bytes : new int[] {1, 2, 5, 20}) {
      byte[] damaged = content.clone();
      for (int i = 0; i < bytes; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      if (Arrays.equals(damaged, content)) {
        assertThat(codec.decode(damaged)).isEqualTo(snapshot);
      } else {
        assertRefused(damaged);
      }
    }
  }

  @Example
  void truncatedAtEveryLength_isCalledTruncated() {
    for (Snapshot snapshot : List.of(Snapshots.empty(), Snapshots.golden())) {
      byte[] content = codec.encode(snapshot);
      for (int length = 0; length < content.length; length++) {
        assertRefused(Arrays.copyOf(content, length), "truncated");
      }
    }
  }

  @Example
  void trailingBytes_anotherVersion_andAFlippedByte_areNamed() {
    byte[] content = codec.encode(Snapshots.golden());
    for (int more : new int[] {1, 7, 10_000}) {
      assertRefused(Arrays.copyOf(content, content.length + more), "trailing bytes");
    }
    assertRefused(withAnotherVersion(content.clone()), "format version 9 is not supported");
    content[content.length - 1] ^= 1;
    assertRefused(content, "checksum");
  }

  @Property
  void randomBytes_areRefused(@ForAll byte[] content) {
    assertRefused(content);
  }

  @Example
  void decode_contentOfAnotherCodec_isRefused() {
    for (SnapshotCodec other : List.of(SnapshotCodecs.XML, SnapshotCodecs.BINARY)) {
      if (!other.name().equals(codec.name())) {
        assertRefused(other.encode(Snapshots.golden()), "does not begin");
      }
    }
  }

  @Example
  void oversize_isRefusedBothWays() {
    for (Snapshot snapshot : List.of(Snapshots.empty(), Snapshots.golden(), Snapshots.typical())) {
      byte[] content = codec.encode(snapshot);
      int weight = content.length;
      assertThat(codec(weight).encode(snapshot)).isEqualTo(content);
      assertThat(codec(weight).decode(content)).isEqualTo(snapshot);

      SnapshotCodec narrow = codec(weight - 1);
      String limit = "over the limit of " + (weight - 1);

      assertThatThrownBy(() -> narrow.encode(snapshot))
          .isInstanceOf(SnapshotTooLargeException.class)
          .hasMessageContaining("at least " + weight + " bytes")
          .hasMessageEndingWith(limit);
      assertThatThrownBy(() -> narrow.decode(content))
          .isInstanceOf(CorruptSnapshotException.class)
          .hasMessageContaining("oversize: " + weight + " bytes")
          .hasMessageEndingWith(limit);
    }
  }

  @Example
  void encode_stopsAtTheLimitWhateverTheStateNeeds() {
    Map<String, String> large = Map.of("upload", "x".repeat(5_000_000));
    Snapshot snapshot = new Snapshot("m", "s", 1, new ModuleState(List.of(), List.of(), large));
    for (int limit : new int[] {1, 100, 10_000, 4_999_999}) {
      assertThatThrownBy(() -> codec(limit).encode(snapshot))
          .isInstanceOf(SnapshotTooLargeException.class)
          .hasMessageContaining("snapshot too large")
          .hasMessageEndingWith("over the limit of " + limit);
    }
  }

  @Example
  void limit_isFromOneByteToOneGigabyte() {
    for (int limit : new int[] {0, -1, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> codec(limit))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(Integer.toString(limit))
          .hasMessageContaining("1 to 1073741824");
    }
  }

  final void assertRefused(byte[] content, String... words) {
    Throwable thrown = catchThrowable(() -> codec.decode(content));
    if (!(thrown instanceof CorruptSnapshotException)) {
      throw new AssertionError("decode of " + content.length + " bytes: " + thrown, thrown);
    }
    assertThat(thrown.getMessage()).startsWith(codec.name() + " snapshot rejected: ");
    for (String word : words) {
      assertThat(thrown.getMessage()).contains(word);
    }
    assertThat(thrown.getMessage().lines()).hasSize(1);
  }

  /** Verifies that forged content with a valid checksum is decoded or rejected. */
  final void assertReadOrRefused(byte[] content) {
    Throwable thrown = catchThrowable(() -> codec.decode(content));
    if (thrown != null) {
      assertRefused(content);
    }
  }
}
