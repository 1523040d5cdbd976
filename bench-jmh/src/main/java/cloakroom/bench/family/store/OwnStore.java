package cloakroom.bench.family.store;

import cloakroom.contract.Installed;
import cloakroom.passivation.FileStore;
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
import org.springframework.util.FileSystemUtils;

/** One of our stores, made as a node makes it and used as the module pool uses it. */
class OwnStore implements SessionStore<byte[]> {
  private final SnapshotStore store;
  private final Map<Integer, StoredSnapshot> stored = new ConcurrentHashMap<>();

  OwnStore(SnapshotStore store) {
    this.store = store;
  }

  OwnStore(StoreConnections connections, Way way) {
    this(new PsTxnStore(connections.ours(), PsTxnDialect.POSTGRESQL, way));
  }

  /** Files with fsync, in a folder of their own beside the program, which goes with them. */
  static OwnStore ofFiles() throws IOException {
    Path folder = Installed.results(Installed.folder(OwnStore.class));
    Path own = Files.createTempDirectory(folder, "store-");
    return new OwnStore(new FileStore(own, true)) {
      @Override
      public void close() {
        super.close();
        SessionStore.end(() -> FileSystemUtils.deleteRecursively(own));
      }
    };
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
