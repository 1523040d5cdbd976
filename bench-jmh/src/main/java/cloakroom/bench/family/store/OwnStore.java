package cloakroom.bench.family.store;

import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.Way;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Our store of snapshots, made as a node makes it and used as the module pool uses it.
 *
 * @param <S> what a session's state is before it is encoded
 */
final class OwnStore<S> implements SessionStore<S> {
  private final SnapshotStore store;
  private final Function<S, byte[]> encoder;
  private final Function<byte[], S> decoder;
  private final Map<Integer, StoredSnapshot> stored = new ConcurrentHashMap<>();

  OwnStore(
      StoreConnections connections,
      Way way,
      Function<S, byte[]> encoder,
      Function<byte[], S> decoder) {
    this.store = new PsTxnStore(connections.ours(), PsTxnDialect.POSTGRESQL, way);
    this.encoder = encoder;
    this.decoder = decoder;
  }

  @Override
  public void create(int session, S state) {
    stored.put(session, store.write(null, 0, encoder.apply(state), null));
  }

  @Override
  public S exchange(int session, S state) {
    StoredSnapshot before = stored.get(session);
    StoredSnapshot now = store.write(before, before.version() + 1, encoder.apply(state), null);
    stored.put(session, now);
    return decoder.apply(store.read(now.id(), null));
  }

  @Override
  public void close() {
    stored.values().forEach(snapshot -> store.delete(snapshot, null));
    store.close();
  }
}
