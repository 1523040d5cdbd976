package cloakroom.database.script;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.OnOracle;
import cloakroom.database.TestDatabase;
import cloakroom.database.TestOracle;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The scripts of sql/oracle, run by {@link SqlScript} on a real Oracle. */
@OnOracle
final class SchemaOnOracleIT {
  private static Schema schema() {
    return Schema.forUrl(TestOracle.database().url());
  }

  /** The stress run and the studies that follow require all rows. */
  @AfterAll
  static void installWhole() throws SQLException {
    try (Connection connection = TestOracle.database().connect()) {
      schema().drop(connection);
      schema().install(connection, 1);
    }
  }

  @Test
  void schema_installsTwiceAndDropsTwice() throws SQLException {
    try (Connection connection = TestOracle.database().connect()) {
      schema().drop(connection);
      schema().drop(connection);
      assertThat(schema().listed(connection)).isEmpty();

      schema().install(connection, 0.01);
      TestDatabase.execute(
          connection, "update departments set department_name = 'Mine' where department_id = 3");
      schema().install(connection, 0.01);

      schema().requireInstalled(connection, "");
      SchemaIT.assertResults(
          connection,
          "select count(*) from departments",
          "10",
          "select count(*) from employees",
          "1000",
          "select count(*) from fetch_test",
          "1000",
          "select department_name from departments where department_id = 3",
          "Mine",
          errorsOfObjects(),
          "0");
    }
  }

  private static String errorsOfObjects() {
    return Stream.concat(schema().objects().stream(), Stream.of("BC4J_CLEANUP"))
        .collect(
            Collectors.joining(
                "', '", "select count(*) from user_errors e where e.name in ('", "')"));
  }

  @Test
  void install_storage_isThatOfTheScripts() throws SQLException {
    try (Connection connection = TestOracle.database().connect()) {
      schema().install(connection, 0.01);
      SchemaIT.assertResults(
          connection,
          "select l.in_row || ' ' || l.cache from user_lobs l where l.table_name = 'PS_TXN'",
          "YES YES",
          "select i.index_type from user_indexes i where i.index_name = 'PS_TXN_PK'",
          "NORMAL/REV",
          "select t.num_rows from user_tables t where t.table_name = 'FETCH_TEST'",
          "1000",
          "select sign(ps_txn_seq.nextval) from dual",
          "1");
    }
  }

  @Test
  void purgePackage_canBeCalled() throws SQLException {
    try (Connection connection = TestOracle.database().connect();
        Statement statement = connection.createStatement()) {
      schema().install(connection, 0.01);
      statement.execute("delete from ps_txn");
      statement.execute(
          "insert into ps_txn (collid, id, creation_date) values (1, 1, sysdate - 2)");
      statement.execute("begin bc4j_cleanup.session_state(1440); end;");
      SchemaIT.assertResults(connection, "select count(*) from ps_txn", "0");
    }
  }
}
