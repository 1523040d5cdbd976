package cloakroom.bench.family.store;

import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.Way;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Our store of snapshots, made as a node makes it and used as the module pool uses it. */
final class OwnStore extends SessionStore {
  private final SnapshotStore store;
  private final SnapshotCodec codec;
  private final Map<Integer, StoredSnapshot> stored = new ConcurrentHashMap<>();

  /** A store of snapshots, or without a codec of bytes. */
  OwnStore(Payload payload, StoreConnections connections, Way way, SnapshotCodec codec) {
    super(payload.states());
    this.store = new PsTxnStore(connections.ours(), PsTxnDialect.POSTGRESQL, way);
    this.codec = codec;
  }

  @Override
  Object writeAndRead(int session, Object state) {
    byte[] content = codec == null ? (byte[]) state : codec.encode((Snapshot) state);
    StoredSnapshot before = stored.get(session);
    long version = before == null ? 0 : before.version() + 1;
    StoredSnapshot now = store.write(before, version, content, null);
    stored.put(session, now);
    byte[] back = store.read(now.id(), null);
    return codec == null ? back : codec.decode(back);
  }

  @Override
  public void close() {
    stored.values().forEach(snapshot -> store.delete(snapshot, null));
    store.close();
  }
}
