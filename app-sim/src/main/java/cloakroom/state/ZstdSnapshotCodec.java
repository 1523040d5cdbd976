package cloakroom.state;

import java.util.Arrays;

/**
 * The compact form compressed with zstd and a dictionary. What does not get smaller is written as
 * {@link BinarySnapshotCodec} does; each of the two reads what the other has written.
 */
public final class ZstdSnapshotCodec implements SnapshotCodec {
  private static final String NAME = "zstd";

  private final CodecRules rules;
  private final SnapshotDictionary dictionary;

  /** A codec with the general dictionary and {@link SnapshotCodec#DEFAULT_LIMIT}. */
  public ZstdSnapshotCodec() {
    this(DEFAULT_LIMIT, SnapshotDictionary.GENERAL);
  }

  /**
   * A codec with a limit and a dictionary of its own; it reads what was written with the general
   * one as well.
   *
   * @param limit bytes of the largest snapshot before it is compressed, from 1 to 1 GB
   */
  public ZstdSnapshotCodec(int limit, SnapshotDictionary dictionary) {
    this.rules = new CodecRules(NAME, limit);
    this.dictionary = dictionary;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void requireUsable() {
    SnapshotDictionary.requireLibrary();
  }

  @Override
  public SnapshotCodec ofModule(Snapshot blank) {
    byte[] names = new BinarySnapshotCodec(rules.limit()).encode(blank);
    return new ZstdSnapshotCodec(rules.limit(), SnapshotDictionary.ofModule(names));
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    BinaryOutput out = BinarySnapshotCodec.written(snapshot, rules);
    byte[] compressed = CompressedBody.of(out.bytes(), out.size(), dictionary);
    return compressed != null
        ? Envelope.seal(compressed, true)
        : Envelope.seal(Arrays.copyOf(out.bytes(), out.size()), false);
  }

  @Override
  public Snapshot decode(byte[] content) {
    return BinarySnapshotCodec.decode(content, rules, dictionary);
  }
}
