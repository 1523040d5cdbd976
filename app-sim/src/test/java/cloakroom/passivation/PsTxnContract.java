package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.ConnectionSource;
import cloakroom.database.TestDatabase;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.passivation.SnapshotPurge.PurgeReport;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Contract of PS_TXN in any database. */
abstract class PsTxnContract extends DurableStoreContract {
  private final PsTxnDialect dialect;
  private final WriteMode mode;
  private PsTxnStore store;

  PsTxnContract(PsTxnDialect dialect, WriteMode mode) {
    this.dialect = dialect;
    this.mode = mode;
  }

  final WriteMode mode() {
    return mode;
  }

  /** Returns connections to an empty PS_TXN; the subclass closes them. */
  abstract ConnectionSource emptied() throws Exception;

  final PsTxnStore over(ConnectionSource internal) {
    return new PsTxnStore(internal, dialect, mode);
  }

  abstract Connection connect() throws Exception;

  @Override
  final SnapshotStore open() throws Exception {
    store = over(emptied());
    return store;
  }

  @Override
  final SnapshotPurge purge() {
    return store;
  }

  @Override
  final boolean givesNewIds() {
    return mode != WriteMode.ONE_STATEMENT;
  }

  @Override
  final long stored() throws Exception {
    return ask("select count(*) from ps_txn");
  }

  @Override
  final void takeDown() throws Exception {
    execute("alter table ps_txn rename to ps_txn_away");
  }

  @Override
  final void bringBack() throws Exception {
    execute("alter table ps_txn_away rename to ps_txn");
  }

  @Override
  final void hollow(long id) throws Exception {
    execute("update ps_txn set content = null where collid = " + id);
  }

  final void execute(String sql) throws Exception {
    try (Connection connection = connect()) {
      TestDatabase.execute(connection, sql);
    }
  }

  final long ask(String sql) throws Exception {
    try (Connection connection = connect()) {
      return Long.parseLong(TestDatabase.ask(connection, sql));
    }
  }

  interface Action {
    void run() throws Exception;
  }

  /** Runs an action while another connection has locked the row of the snapshot. */
  final void whileLocked(StoredSnapshot held, Action action) throws Exception {
    try (Connection other = connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      try (ResultSet row =
          statement.executeQuery(
              "select id from ps_txn where collid = " + held.id() + " for update")) {
        assertThat(row.next()).isTrue();
        action.run();
      }
      other.rollback();
    }
  }

  private long nextNumber() throws Exception {
    return ask(dialect.nextBlock.replace("cloakroom.", ""));
  }

  @Test
  void ids_comeInBlocksOfFifty() throws Exception {
    first(bytes(10, 1)); // the block that is open
    long before = nextNumber();
    for (int i = 0; i < 149; i++) {
      first(bytes(10, i));
    }
    assertThat(nextNumber())
        .as("two further NEXTVALs for 149 further snapshots, and this one")
        .isEqualTo(before + 150);
  }

  @Test
  void version_liesInParentId() throws Exception {
    StoredSnapshot first = store().write(null, 7, bytes(10, 1), null);
    store().write(first, 9, bytes(10, 2), null);

    assertThat(ask("select parentid from ps_txn where id = 1")).isEqualTo(9);
  }

  @Test
  void purge_lockedRows_areSkippedAndCounted() throws Exception {
    StoredSnapshot held = first(bytes(10, 1));
    first(bytes(10, 2));
    first(bytes(10, 3));
    pass(Duration.ofHours(2));

    whileLocked(
        held,
        () ->
            assertThat(purge().purge(order(2), progress -> {}))
                .isEqualTo(new PurgeReport(3, 2, 1, 0)));
    assertThat(purge().purge(order(2), progress -> {})).isEqualTo(new PurgeReport(1, 1, 0, 0));
  }
}
