package cloakroom.database.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class Bc4jCleanupIT {
  private final Database database = TestDatabase.newEmptySchema();
  private Connection connection;

  @BeforeEach
  void install() throws SQLException {
    connection = database.connect();
    Schema.forUrl(database.url()).install(connection, TestDatabase.SCALE);
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  private void execute(String sql) throws SQLException {
    TestDatabase.execute(connection, sql);
  }

  private long ask(String query) throws SQLException {
    return Long.parseLong(TestDatabase.ask(connection, query));
  }

  private void snapshots(int from, int to, String age) throws SQLException {
    execute(
        "insert into ps_txn (id, parentid, collid, content, creation_date) select 1, 1, n, 'x',"
            + " now() - interval '%s' from generate_series(%d, %d) n".formatted(age, from, to));
  }

  private long rows() throws SQLException {
    return ask("select count(*) from ps_txn");
  }

  @Test
  void sessionState_deletesTheOlderInSeveralBatches() throws SQLException {
    snapshots(1, 450, "2 hours");
    snapshots(451, 460, "10 minutes");
    execute(
        "insert into ps_txn (id, collid, content, creation_date) select n, 7, 'node', now() - interval '3 hours'"
            + " from generate_series(2, 400) n");

    execute("call bc4j_cleanup_session_state(now() - interval '1 hour')");

    assertThat(rows()).isEqualTo(10);
    assertThat(ask("select min(collid) from ps_txn")).isEqualTo(451);
  }

  @Test
  void sessionState_everyBatch_isCommitted() throws SQLException {
    snapshots(1, 450, "2 hours");
    execute(
        "create function refuse() returns trigger language plpgsql as"
            + " $$ begin raise 'not this one'; end $$");
    execute(
        "create trigger refuse before delete on ps_txn for each row"
            + " when (old.collid = 450) execute function refuse()");

    assertThatThrownBy(() -> execute("call bc4j_cleanup_session_state_minutes(60)"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("not this one");

    assertThat(rows()).as("two batches of 200 stay deleted").isEqualTo(50);
  }

  @Test
  void sessionState_lockedRows_areSkipped() throws SQLException {
    snapshots(1, 3, "2 hours");
    try (Connection other = database.connect();
        Statement holder = other.createStatement()) {
      other.setAutoCommit(false);
      holder.execute("select 1 from ps_txn where collid = 2 for update");

      execute("call bc4j_cleanup_session_state_minutes(60)");

      assertThat(ask("select max(collid) from ps_txn")).isEqualTo(2);
      assertThat(rows()).isEqualTo(1);
      other.rollback();
    }
    execute("call bc4j_cleanup_session_state_minutes(60)");
    assertThat(rows()).isZero();
  }

  @Test
  void negativeAges_areIgnored_andZeroTakesAll() throws SQLException {
    snapshots(1, 3, "2 hours");
    execute("call bc4j_cleanup_session_state_minutes(-1)");
    execute("call bc4j_cleanup_session_state(now() + interval '1 minute')");
    execute("call bc4j_cleanup_persistent_collections_days(-0.5)");
    assertThat(rows()).isEqualTo(3);

    execute("call bc4j_cleanup_session_state_minutes(0)");
    assertThat(rows()).isZero();
  }

  @Test
  void missingTables_areIgnored() throws SQLException {
    execute("drop table ps_txn");
    execute("drop table pcoll_control");

    execute("call bc4j_cleanup_session_state_minutes(60)");
    execute("call bc4j_cleanup_persistent_collections_days(1)");

    assertThat(ask(tables("ps_txn"))).isZero();
  }

  @Test
  void persistentCollections_dropsTheOldSpillTablesAndTheirEntries() throws SQLException {
    for (String table : new String[] {"old_one", "held_one", "young_one"}) {
      execute("create table " + table + " (n int)");
      execute("create table " + table + "_ky (n int)");
      String age = table.startsWith("young") ? "1 hour" : "3 days";
      execute(
          ("insert into pcoll_control (tabname, updatedate) values (upper('%s'),"
                  + " localtimestamp - interval '%s')")
              .formatted(table, age));
    }
    execute(
        "insert into pcoll_control (tabname, updatedate) values ('PS_TXN', localtimestamp - interval '9 days')");
    try (Connection other = database.connect();
        Statement holder = other.createStatement()) {
      other.setAutoCommit(false);
      holder.execute("select 1 from pcoll_control where tabname = 'HELD_ONE' for update");

      execute("call bc4j_cleanup_persistent_collections_days(1.5)");
      other.rollback();
    }

    assertThat(ask("select count(*) from pcoll_control where tabname <> 'OLD_ONE'")).isEqualTo(3);
    assertThat(ask("select count(*) from pcoll_control")).isEqualTo(3);
    assertThat(ask(tables("%\\_one%"))).isEqualTo(4);
    assertThat(ask(tables("old%"))).isZero();
  }

  private static String tables(String like) {
    return "select count(*) from pg_tables where schemaname = current_schema() and tablename like '%s'"
        .formatted(like);
  }
}
