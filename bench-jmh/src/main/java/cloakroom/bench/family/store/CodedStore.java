package cloakroom.bench.family.store;

import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;

/** A store of bytes behind a codec, as the tier has it. */
final class CodedStore implements SessionStore<Snapshot> {
  private final SessionStore<byte[]> bytes;
  private final SnapshotCodec codec;

  CodedStore(SessionStore<byte[]> bytes, SnapshotCodec codec) {
    this.bytes = bytes;
    this.codec = codec;
  }

  @Override
  public void create(int session, Snapshot state) throws Exception {
    bytes.create(session, codec.encode(state));
  }

  @Override
  public Snapshot exchange(int session, Snapshot state) throws Exception {
    return codec.decode(bytes.exchange(session, codec.encode(state)));
  }

  @Override
  public void close() {
    bytes.close();
  }
}
