package cloakroom.bench.family.store;

import cloakroom.connection.InternalConnections;
import cloakroom.passivation.FileStore;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PassivationStatements;
import cloakroom.passivation.PsTxnClassicStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnSingleStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Makes our stores as a node makes them. */
final class OwnStores {
  private OwnStores() {}

  private static InternalConnections internal(StoreConnections connections) {
    return InternalConnections.shared(connections.ours());
  }

  static SessionStore<byte[]> single(StoreConnections connections) {
    return new OwnStore(new PsTxnSingleStore(internal(connections), PsTxnDialect.POSTGRESQL));
  }

  static SessionStore<byte[]> classic(StoreConnections connections) {
    return new OwnStore(
        new PsTxnClassicStore(
            internal(connections), PsTxnDialect.POSTGRESQL, PassivationStatements.INSERT_THEN_LOB));
  }

  static SessionStore<byte[]> memory() {
    return new OwnStore(new MemoryStore());
  }

  /**
   * With fsync.
   *
   * @param folder where it makes a folder of its own, which goes with it
   */
  static SessionStore<byte[]> file(Path folder) throws Exception {
    Path own = Files.createTempDirectory(folder, "store-");
    OwnStore store = new OwnStore(new FileStore(own, true));
    return new SessionStore<>() {
      @Override
      public void create(int session, byte[] state) {
        store.create(session, state);
      }

      @Override
      public byte[] exchange(int session, byte[] state) {
        return store.exchange(session, state);
      }

      @Override
      public void close() {
        store.close();
        SessionStore.end(() -> remove(own));
      }
    };
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> left = Files.list(folder)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
