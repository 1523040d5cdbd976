package cloakroom.bench.family.store;

import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.Way;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One of our stores, made as a node makes it and used as the module pool uses it. */
final class OwnStore implements SessionStore<byte[]> {
  private final SnapshotStore store;
  private final Map<Integer, StoredSnapshot> stored = new ConcurrentHashMap<>();

  OwnStore(StoreConnections connections, Way way) {
    store = new PsTxnStore(connections.ours(), PsTxnDialect.POSTGRESQL, way);
  }

  @Override
  public void create(int session, byte[] state) {
    stored.put(session, store.write(null, 0, state, null));
  }

  @Override
  public byte[] exchange(int session, byte[] state) {
    StoredSnapshot before = stored.get(session);
    StoredSnapshot now = store.write(before, before.version() + 1, state, null);
    stored.put(session, now);
    return store.read(now.id(), null);
  }

  @Override
  public void close() {
    stored.values().forEach(snapshot -> store.delete(snapshot, null));
    store.close();
  }
}
