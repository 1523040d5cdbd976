package cloakroom.passivation;

import static cloakroom.passivation.DurableStoreContract.assertUnavailable;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.database.Await;
import cloakroom.database.postgres.EmbeddedPostgres;
import cloakroom.database.script.Schema;
import cloakroom.passivation.PsTxnStore.WriteMode;
import java.sql.Connection;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A crash of the database loses no completed write. */
@Tag("full")
final class PsTxnCrashIT {
  private static final double NO_ROWS = 0.001;

  @Test
  void crash_isUnavailable_andKeepsWrittenSnapshots() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
      try (Connection connection = server.connect()) {
        Schema.forUrl(server.url()).install(connection, NO_ROWS);
      }
      try (ConnectionSource source =
          ConnectionSources.open(
              ConnectionSettings.to(server.url(), server.user(), server.password())
                  .pool(PoolKind.UCP, 2) // a refused connect ends its wait
                  .borrowWait(Await.LIMIT)
                  .build())) {
        Map<SnapshotStore, StoredSnapshot> written = new HashMap<>();
        for (WriteMode mode : WriteMode.values()) {
          SnapshotStore store = new PsTxnStore(source, PsTxnDialect.POSTGRESQL, mode);
          written.put(store, store.write(null, 0, new byte[] {1}, null));
        }

        server.crash();
        written.forEach(
            (store, snapshot) -> {
              assertUnavailable(() -> store.write(snapshot, 1, new byte[] {3}, null));
              assertUnavailable(() -> store.read(snapshot.id(), null));
            });
        server.revive();

        written.forEach(
            (store, snapshot) -> {
              Await.until("the pool has noticed", () -> isReadable(store, snapshot));
              assertThat(store.read(snapshot.id(), null)).containsExactly(1);
              assertThat(store.write(snapshot, 1, new byte[] {3}, null).version()).isEqualTo(1);
            });
      }
    }
  }

  private static boolean isReadable(SnapshotStore store, StoredSnapshot snapshot) {
    try {
      return store.read(snapshot.id(), null).length > 0;
    } catch (SnapshotStoreException e) {
      assertThat(e.kind()).isEqualTo(SnapshotStoreException.StoreFailure.UNAVAILABLE);
      return false;
    }
  }
}
