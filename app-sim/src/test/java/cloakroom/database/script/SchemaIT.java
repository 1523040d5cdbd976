package cloakroom.database.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class SchemaIT {
  private static Schema schema(Connection connection) throws SQLException {
    return Schema.forUrl(connection.getMetaData().getURL());
  }

  static void assertResults(Connection connection, String... queriesAndResults)
      throws SQLException {
    for (int i = 0; i < queriesAndResults.length; i += 2) {
      assertThat(TestDatabase.ask(connection, queriesAndResults[i]))
          .as(queriesAndResults[i])
          .isEqualTo(queriesAndResults[i + 1]);
    }
  }

  @Test
  void install_scale1_createsTheRowsOfTheStudies() throws SQLException {
    try (Connection connection = TestDatabase.newEmptySchema().connect()) {
      schema(connection).install(connection, 1);
      assertResults(
          connection,
          "select count(*) from departments",
          "1000",
          "select department_name from departments where department_id = 17",
          "Department 17",
          "select count(*) || ' ' || count(*) filter (where last_name = 'Employee ' || employee_id"
              + " and department_id = (employee_id - 1) % 1000 + 1) from employees",
          "100000 100000",
          "select data from fetch_test where id = 42",
          " 000042",
          "select count(*) from fetch_test",
          "100000",
          "select nextval('ps_txn_seq') + nextval('ps_txn_seq')",
          "52");
    }
  }

  @Test
  void installFor_moreUsers_createsADepartmentForEach() throws SQLException {
    try (Connection connection = TestDatabase.newEmptySchema().connect()) {
      schema(connection).installFor(connection, 1_500);
      assertResults(
          connection,
          "select count(*) from departments",
          "1500",
          "select count(*) from state_kinds",
          "1500",
          "select min(n) || ' ' || max(n) from (select count(*) as n from employees"
              + " group by department_id) as each",
          "100 100",
          "select count(*) from fetch_test",
          "100000");
    }
  }

  @Test
  void install_twice_keepsTheRows() throws SQLException {
    try (Connection connection = TestDatabase.newSchema().connect()) {
      TestDatabase.execute(
          connection,
          "update departments set department_name = 'Mine' where department_id = 3",
          "delete from employees where employee_id > 7",
          "insert into ps_txn (collid, id, content) values (1, 1, 'x')",
          "select nextval('ps_txn_seq')");
      schema(connection).install(connection, 1);
      assertResults(
          connection,
          "select department_name from departments where department_id = 3",
          "Mine",
          "select count(*) from departments",
          "10",
          "select count(*) from employees",
          "7",
          "select count(*) from ps_txn where creation_date is not null",
          "1",
          "select nextval('ps_txn_seq')",
          "51");
    }
  }

  @Test
  void drop_leavesNothing() throws SQLException {
    try (Connection connection = TestDatabase.newSchema().connect()) {
      schema(connection).drop(connection);
      schema(connection).drop(connection);
      assertResults(
          connection,
          "select count(*) from pg_class where relnamespace = current_schema()::regnamespace",
          "0");
    }
  }

  @Test
  void install_byTwoNodesAtOnce_createsOnce() throws Exception {
    Database database = TestDatabase.newEmptySchema();
    List<Callable<String>> installs =
        Collections.nCopies(
            2,
            () -> {
              try (Connection connection = database.connect()) {
                return schema(connection).install(connection, TestDatabase.SCALE);
              }
            });
    ExecutorService nodes = Executors.newFixedThreadPool(2);
    try {
      List<String> created = new ArrayList<>();
      for (Future<String> install : nodes.invokeAll(installs)) {
        created.add(install.get());
      }
      assertThat(created).filteredOn(String::isEmpty).hasSize(1);
      assertThat(created).filteredOn(text -> text.contains("PS_TXN_SEQ")).hasSize(1);
    } finally {
      nodes.shutdown();
    }
  }

  @Test
  void install_failure_leavesNothing() throws SQLException {
    try (Connection connection = TestDatabase.newEmptySchema().connect()) {
      assertThatThrownBy(() -> schema(connection).install(connection, 1e9))
          .isInstanceOf(EnvironmentException.class);
      assertThat(schema(connection).listed(connection)).isEmpty();
      assertThat(schema(connection).install(connection, TestDatabase.SCALE)).contains("EMPLOYEES");
    }
  }

  @Test
  void drop_viewOfAnotherOwner_namesItAndDropsNothing() throws SQLException {
    try (Connection connection = TestDatabase.newSchema().connect()) {
      TestDatabase.execute(connection, "create view payroll as select * from employees");
      assertThatThrownBy(() -> schema(connection).drop(connection))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("payroll");
      schema(connection).requireInstalled(connection, "");
    }
  }

  @Test
  void install_quotedUpperCaseTablesAndViews_namesThemAndCreatesNothing() throws SQLException {
    try (Connection connection = TestDatabase.newEmptySchema().connect()) {
      TestDatabase.execute(
          connection,
          "create table \"PS_TXN\" (id bigint)",
          "create view employees as select 1 as employee_id");
      assertThatThrownBy(() -> schema(connection).install(connection, TestDatabase.SCALE))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageStartingWith("EMPLOYEES (view of cloakroom), \"PS_TXN\" (table of cloakroom)");
      assertThat(schema(connection).drop(connection)).isEmpty();
      assertResults(connection, "select count(*) from \"PS_TXN\"", "0");
    }
  }

  @Test
  void requireInstalledAndDrop_viewInPlaceOfAListedTable_nameAndKeepIt() throws SQLException {
    try (Connection connection = TestDatabase.newSchema().connect()) {
      TestDatabase.execute(
          connection, "drop table state_kinds", "create view state_kinds as select 1 as user_id");
      assertThatThrownBy(() -> schema(connection).requireInstalled(connection, ""))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageStartingWith("STATE_KINDS (view of cloakroom) in schema test_");
      assertThat(schema(connection).drop(connection)).containsKey("EMPLOYEES").hasSize(11);
      assertResults(
          connection,
          "select relname from pg_class where relkind = 'v'"
              + " and relnamespace = current_schema()::regnamespace",
          "state_kinds");
    }
  }

  @Test
  void psTxn_storage_allowsUpdatesInPlace() throws SQLException {
    try (Connection connection = TestDatabase.newSchema().connect()) {
      assertResults(
          connection,
          "select substring(indexdef from '\\(.*') from pg_indexes"
              + " where schemaname = current_schema() and tablename = 'ps_txn'",
          "(collid, id)",
          "select attstorage from pg_attribute where attrelid = 'ps_txn'::regclass"
              + " and attname = 'content'",
          "e",
          "select 'fillfactor=70' = any (reloptions) from pg_class where oid = 'ps_txn'::regclass",
          "t");
    }
  }

  @Test
  void requireInstalled_emptySchema_namesObjectsAndScripts() throws SQLException {
    Database database = TestDatabase.newEmptySchema();
    try (Connection connection = database.connect()) {
      assertThatThrownBy(() -> schema(connection).requireInstalled(connection, "use --install"))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("/cloakroom has no CLOAKROOM_OBJECTS, PS_TXN, PS_TXN_SEQ, PCOLL")
          .hasMessageContaining("psql -f for each of sql/postgresql/00-objects.sql, 01-")
          .hasMessageEndingWith(", or use --install");
    }
    try (Connection connection = TestDatabase.newSchema().connect()) {
      schema(connection).requireInstalled(connection, "");
    }
  }

  @Test
  void forUrl_otherDatabase_isRejected() {
    assertThatThrownBy(() -> Schema.forUrl("jdbc:h2:mem:x;password=secret"))
        .isInstanceOf(EnvironmentException.class)
        .hasMessage(
            "no scripts for jdbc:h2:mem:x: a JDBC URL starts with jdbc:postgresql: or jdbc:oracle:");
  }

  @Test
  void run_failingStatement_namesItsLine() throws SQLException {
    SqlScript script =
        SqlScript.parse(
            "mine.sql", "select 1;\n\nselect\n  1,\n  nowhere;\n", DatabaseKind.POSTGRESQL);
    try (Connection connection = TestDatabase.newEmptySchema().connect()) {
      assertThatThrownBy(() -> script.run(connection))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageStartingWith("mine.sql, line 3: ERROR: column \"nowhere\" does not exist");
    }
  }
}
