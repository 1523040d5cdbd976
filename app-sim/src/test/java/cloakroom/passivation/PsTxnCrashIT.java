package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.PoolKind;
import cloakroom.database.Await;
import cloakroom.database.postgres.MortalPostgres;
import cloakroom.database.script.Schema;
import java.sql.Connection;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a crash of the database does to the stores: nothing is lost that a write promised. */
final class PsTxnCrashIT {
  private static final double NO_ROWS = 0.001;

  @Test
  void crash_isUnavailableInOneLine_andKeepsWhatWasWritten() throws Exception {
    try (MortalPostgres server = new MortalPostgres()) {
      try (Connection connection = server.connect()) {
        Schema.forUrl(server.url()).install(connection, NO_ROWS);
      }
      try (ConnectionSource source =
          ConnectionSources.open(
              ConnectionSettings.to(server.url(), server.user(), server.password())
                  .pool(PoolKind.HIKARI, 2)
                  .borrowWait(Duration.ofSeconds(1))
                  .build())) {
        InternalConnections internal = InternalConnections.shared(source);
        SnapshotStore single = new PsTxnSingleStore(internal, PsTxnDialect.POSTGRESQL);
        SnapshotStore classic = new PsTxnClassicStore(internal);
        StoredSnapshot one = single.write(null, 0, new byte[] {1}, null);
        StoredSnapshot two = classic.write(null, 0, new byte[] {2}, null);

        server.kill();
        assertUnavailable(() -> single.write(one, 1, new byte[] {3}, null));
        assertUnavailable(() -> classic.write(two, 1, new byte[] {3}, null));
        assertUnavailable(() -> single.read(one.id(), null));
        server.revive();
        Await.until("the pool has noticed", () -> isReadable(single, one));

        assertThat(single.read(one.id(), null)).containsExactly(1);
        assertThat(classic.read(two.id(), null)).containsExactly(2);
        assertThat(single.write(one, 1, new byte[] {3}, null).version()).isEqualTo(1);
        assertThat(classic.write(two, 1, new byte[] {3}, null).version()).isEqualTo(1);
      }
    }
  }

  private static boolean isReadable(SnapshotStore store, StoredSnapshot snapshot) {
    try {
      return store.read(snapshot.id(), null).length > 0;
    } catch (SnapshotStoreException e) {
      assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.UNAVAILABLE);
      return false;
    }
  }

  private static void assertUnavailable(Runnable operation) {
    SnapshotStoreException e = catchThrowableOfType(SnapshotStoreException.class, operation::run);
    assertThat(e).isNotNull();
    assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.UNAVAILABLE);
    assertThat(e.getMessage().lines()).hasSize(1);
  }
}
