package cloakroom.state;

import java.util.Arrays;

/**
 * The compact form: an {@link Envelope} and the state in one pass, names by number after their
 * first use. Written byte by byte in docs/snapshot-format.md. It also reads what {@link
 * ZstdSnapshotCodec} writes, so that a store may hold both.
 */
public final class BinarySnapshotCodec implements SnapshotCodec {
  private static final String NAME = "binary";

  private final CodecRules rules;
  private final SnapshotDictionary known;

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
    this(new CodecRules(NAME, limit), SnapshotDictionary.GENERAL);
  }

  private BinarySnapshotCodec(CodecRules rules, SnapshotDictionary known) {
    this.rules = rules;
    this.known = known;
  }

  @Override
  public String name() {
    return NAME;
  }

  /** It then reads what {@link ZstdSnapshotCodec} has written for that module, too. */
  @Override
  public SnapshotCodec ofModule(Snapshot blank) {
    return new BinarySnapshotCodec(rules, SnapshotDictionary.ofModule(encode(blank)));
  }

  @Override
  public byte[] encode(Snapshot snapshot) {
    BinaryOutput out = written(snapshot, rules);
    return Envelope.seal(Arrays.copyOf(out.bytes(), out.size()), false);
  }

  /** Room for an envelope, and the state behind it. */
  static BinaryOutput written(Snapshot snapshot, CodecRules rules) {
    BinaryOutput out = new BinaryOutput(expectedSize(snapshot.state()), rules);
    out.skip(Envelope.SIZE);
    new BinaryStateWriter(out).write(snapshot);
    rules.checkWritten(out.size());
    return out;
  }

  /** A guess that saves most snapshots the growing. */
  private static int expectedSize(ModuleState state) {
    int views = Math.min(state.views().size(), 1_000);
    int changes = Math.min(state.changes().size(), 1_000);
    return 512 + 64 * views + 192 * changes;
  }

  @Override
  public Snapshot decode(byte[] content) {
    return decode(content, rules, known);
  }

  /** What either codec of this format has written. */
  static Snapshot decode(byte[] content, CodecRules rules, SnapshotDictionary known) {
    rules.checkStored(content);
    boolean compressed = Envelope.open(content, rules);
    try {
      BinaryInput in =
          compressed
              ? new BinaryInput(CompressedBody.expand(content, rules, known), 0)
              : new BinaryInput(content, Envelope.SIZE);
      Snapshot snapshot = new BinaryStateReader(in).read();
      if (!in.isAtEnd()) {
        throw new IllegalArgumentException("the content goes on after the state");
      }
      return snapshot;
    } catch (IllegalArgumentException e) {
      throw rules.refused(e.getMessage(), e);
    }
  }
}
