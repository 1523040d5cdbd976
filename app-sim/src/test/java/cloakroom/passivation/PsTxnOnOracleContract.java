package cloakroom.passivation;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.InternalConnections;
import cloakroom.connection.PoolKind;
import cloakroom.database.Database;
import cloakroom.database.TestOracle;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** PS_TXN on a real Oracle. */
abstract class PsTxnOnOracleContract extends DurableStoreContract {
  private ConnectionSource connections;

  abstract SnapshotStore over(InternalConnections internal);

  @Override
  SnapshotStore open() {
    Database database = TestOracle.database();
    TestOracle.execute("truncate table ps_txn");
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(database.url(), database.user(), database.password())
                .pool(PoolKind.HIKARI, 5)
                .build());
    return over(InternalConnections.shared(connections));
  }

  @AfterEach
  void closeConnections() {
    connections.close();
  }

  @Override
  SnapshotPurge purge() {
    return new PsTxnPurge(InternalConnections.shared(connections), PsTxnDialect.ORACLE);
  }

  @Override
  long stored() throws Exception {
    return ask("select count(*) from ps_txn");
  }

  @Override
  void pass(Duration time) {
    TestOracle.execute(
        "update ps_txn set creation_date = creation_date - " + time.toSeconds() + " / 86400");
  }

  @Override
  void takeDown() {
    TestOracle.execute("alter table ps_txn rename to ps_txn_away");
  }

  @Override
  void bringBack() {
    TestOracle.execute("alter table ps_txn_away rename to ps_txn");
  }

  @Override
  void truncate(long id) {
    TestOracle.execute(
        "declare content blob; begin"
            + " select p.content into content from ps_txn p where p.collid = "
            + id
            + " for update; dbms_lob.trim(content, 500); commit; end;");
  }

  static long ask(String sql) throws Exception {
    try (Connection connection = TestOracle.database().connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Test
  void ids_comeInBlocksOfFifty() throws Exception {
    first(bytes(10, 1));
    long next = ask("select ps_txn_seq.nextval from dual");
    for (int i = 0; i < 50; i++) {
      first(bytes(10, i));
    }
    assertThat(ask("select ps_txn_seq.nextval from dual")).isEqualTo(next + 100);
  }

  @Test
  void version_liesInParentId() throws Exception {
    StoredSnapshot first = store().write(null, 7, bytes(10, 1), null);
    store().write(first, 9, bytes(10, 2), null);

    assertThat(ask("select parentid from ps_txn where id = 1")).isEqualTo(9);
  }

  @Test
  void lockedRows_arePassedOverAndCounted() throws Exception {
    StoredSnapshot held = first(bytes(10, 1));
    first(bytes(10, 2));
    pass(Duration.ofHours(2));
    try (Connection other = TestOracle.database().connect();
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("select id from ps_txn where collid = " + held.id() + " for update");

      assertThat(purge().purge(order(2), progress -> {})).isEqualTo(new PurgeReport(2, 1, 1, 0));
      other.rollback();
    }
    assertThat(purge().purge(order(2), progress -> {})).isEqualTo(new PurgeReport(1, 1, 0, 0));
  }
}
