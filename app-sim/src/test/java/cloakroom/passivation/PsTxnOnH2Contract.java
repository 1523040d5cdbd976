package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.InternalConnections;
import cloakroom.oracle.OracleScriptCheck;
import cloakroom.oracle.OracleScripts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The stores with their texts for Oracle, on an H2 that imitates it: passing means that the texts
 * are no nonsense and do what the contract wants, not that Oracle takes them.
 */
abstract class PsTxnOnH2Contract extends DurableStoreContract {
  private static final OracleScriptCheck CHECK = OracleScripts.check();

  private OracleOnH2 database;

  abstract SnapshotStore over(InternalConnections internal);

  final OracleOnH2 database() {
    return database;
  }

  @Override
  SnapshotStore open() throws Exception {
    database = new OracleOnH2(getClass().getSimpleName());
    return over(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** Whatever ran here is also of Oracle's words and names. */
  @AfterEach
  void texts_areOfOraclesWords() {
    for (String text : database.texts()) {
      assertThat(CHECK.statement(text)).isEmpty();
    }
  }

  @Override
  SnapshotPurge purge() {
    return new PsTxnPurge(database, PsTxnDialect.ORACLE);
  }

  @Override
  long stored() throws Exception {
    return database.ask("select count(*) from ps_txn");
  }

  @Override
  void pass(Duration time) throws Exception {
    database.execute(
        "update ps_txn set creation_date = creation_date - interval '"
            + time.toSeconds()
            + "' second(6)");
  }

  @Override
  void takeDown() throws Exception {
    database.execute("alter table ps_txn rename to ps_txn_away");
  }

  @Override
  void bringBack() throws Exception {
    database.execute("alter table ps_txn_away rename to ps_txn");
  }

  @Override
  void truncate(long id) throws Exception {
    database.execute(
        "update ps_txn set content = substring(cast(content as varbinary(100000)), 1, 500)"
            + " where collid = "
            + id);
  }

  @Test
  void ids_comeInBlocksOfFifty() throws Exception {
    first(bytes(10, 1));
    long next = database.ask("select ps_txn_seq.nextval from dual");
    for (int i = 0; i < 50; i++) {
      first(bytes(10, i));
    }
    assertThat(database.ask("select ps_txn_seq.nextval from dual")).isEqualTo(next + 100);
  }

  @Test
  void version_liesInParentId() throws Exception {
    StoredSnapshot first = store().write(null, 7, bytes(10, 1), null);
    store().write(first, 9, bytes(10, 2), null);

    assertThat(database.ask("select parentid from ps_txn where id = 1")).isEqualTo(9);
  }

  @Test
  void lockedRows_arePassedOverAndCounted() throws Exception {
    StoredSnapshot held = first(bytes(10, 1));
    first(bytes(10, 2));
    pass(Duration.ofHours(2));
    try (Connection other = database.open();
        Statement statement = other.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select id from ps_txn where collid = " + held.id() + " for update")) {
      assertThat(row.next()).isTrue();
      assertThat(purge().purge(order(2), progress -> {})).isEqualTo(new PurgeReport(2, 1, 1, 0));
      other.rollback();
    }
    assertThat(purge().purge(order(2), progress -> {})).isEqualTo(new PurgeReport(1, 1, 0, 0));
  }
}
