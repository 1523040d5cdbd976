package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.Lease;
import cloakroom.connection.PoolKind;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PS_TXN on the real database, through an internal connection. */
class PsTxnClassicStoreTest extends SnapshotStoreContract {
  private static final Database DATABASE = TestDatabase.newSchema();

  private ConnectionSource connections;

  @Override
  SnapshotStore open() {
    TestDatabase.execute(DATABASE, "truncate ps_txn");
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(DATABASE.url(), DATABASE.user(), DATABASE.password())
                .pool(PoolKind.HIKARI, 5)
                .build());
    return new PsTxnClassicStore(InternalConnections.shared(connections));
  }

  @AfterEach
  void closeConnections() {
    connections.close();
  }

  @Override
  long stored() throws Exception {
    return ask("select count(*) from ps_txn");
  }

  private static long ask(String sql) throws Exception {
    try (Connection connection = DATABASE.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void write_isCommittedByItself_whateverTheUserDoes() throws Exception {
    SnapshotStore store = new PsTxnClassicStore(InternalConnections.shared(connections));
    try (Lease users = connections.borrow();
        Statement statement = users.jdbc().createStatement()) {
      statement.executeUpdate("update departments set department_name = 'dirty'");

      store.write(null, 0, new byte[] {1}, users);

      assertThat(stored()).isEqualTo(1);
      assertThat(ask("select count(*) from departments where department_name = 'dirty'"))
          .as("the user's work is not committed with it")
          .isZero();
    }
  }

  @Test
  void ids_comeInBlocksOfFifty() throws Exception {
    SnapshotStore store = new PsTxnClassicStore(InternalConnections.shared(connections));
    long before = ask("select last_value from ps_txn_seq");
    for (int i = 0; i < 51; i++) {
      store.write(null, 0, new byte[] {1}, null);
    }

    assertThat(ask("select last_value from ps_txn_seq")).isEqualTo(before + 100);
  }

  @Test
  void tableGone_isUnavailableWithTheCodeOfAdf() {
    SnapshotStore store = new PsTxnClassicStore(InternalConnections.shared(connections));
    TestDatabase.execute(DATABASE, "alter table ps_txn rename to ps_txn_away");
    try {
      SnapshotStoreException e =
          catchThrowableOfType(
              SnapshotStoreException.class, () -> store.write(null, 0, new byte[] {1}, null));
      assertThat(e.kind()).isEqualTo(SnapshotStoreException.Kind.UNAVAILABLE);
      assertThat(e).hasMessageContainingAll("JBO-28030", "ps_txn");
    } finally {
      TestDatabase.execute(DATABASE, "alter table ps_txn_away rename to ps_txn");
    }
    assertThat(store.write(null, 0, new byte[] {1}, null)).isNotNull();
  }
}
