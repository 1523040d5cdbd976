package cloakroom.bench.family.store;

import cloakroom.passivation.FileStore;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.Way;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** One of our stores, made as a node makes it and used as the module pool uses it. */
final class OwnStore implements SessionStore<byte[]> {
  private final SnapshotStore store;
  private final AutoCloseable ending;
  private final Map<Integer, StoredSnapshot> stored = new ConcurrentHashMap<>();

  private OwnStore(SnapshotStore store, AutoCloseable ending) {
    this.store = store;
    this.ending = ending;
  }

  private static OwnStore of(SnapshotStore store) {
    return new OwnStore(store, () -> {});
  }

  static OwnStore single(StoreConnections connections) {
    return psTxn(connections, Way.ONE_STATEMENT);
  }

  static OwnStore classic(StoreConnections connections) {
    return psTxn(connections, Way.INSERT_THEN_LOB);
  }

  private static OwnStore psTxn(StoreConnections connections, Way way) {
    return of(new PsTxnStore(connections.ours(), PsTxnDialect.POSTGRESQL, way));
  }

  static OwnStore memory() {
    return of(new MemoryStore());
  }

  /** With fsync, in a folder of its own below that one, which goes with it. */
  static OwnStore file(Path folder) throws IOException {
    Path own = Files.createTempDirectory(folder, "store-");
    return new OwnStore(new FileStore(own, true), () -> remove(own));
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> left = Files.list(folder)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
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
    SessionStore.end(ending);
  }
}
