package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.cli.Packaged.Ended;
import cloakroom.contract.StateKind;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.TestDatabase;
import cloakroom.database.script.Schema;
import cloakroom.http.Browser;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects of another application, first in the search path of all sessions. */
final class ForeignTablesIT {
  private static final String FOREIGN =
      "select md5((select string_agg(e::text, ',' order by employee_id) from employees e)"
          + " || (select string_agg(d::text, ',' order by department_id) from departments d)"
          + " || (select string_agg(p::text, ',' order by collid) from ps_txn p)"
          + " || (select count(*) from fetch_test)"
          + " || (select concat(last_value, is_called) from ps_txn_seq)"
          + " || (select string_agg(concat(relname, reloptions, relhasindex), ',' order by relname)"
          + " from pg_class where relnamespace = current_schema()::regnamespace))";

  private final Database database = TestDatabase.newEmptySchema();
  private String before;

  @BeforeEach
  void createForeignTables() {
    TestDatabase.execute(
        database,
        "create table employees (employee_id integer primary key, last_name varchar(60))",
        "insert into employees select n, 'Real employee ' || n from generate_series(1, 107) n",
        "create table departments (department_id integer primary key, department_name varchar(60))",
        "insert into departments select n, 'Real department ' || n from generate_series(1, 27) n",
        "create table fetch_test (id integer)",
        "create table ps_txn (id bigint, parentid bigint, collid bigint, content bytea,"
            + " creation_date timestamptz, primary key (collid, id))",
        "insert into ps_txn select 1, 0, n, 'live', now() - n * interval '1 day'"
            + " from generate_series(1, 50) n",
        "create sequence ps_txn_seq",
        "select nextval('ps_txn_seq')");
    before = ask(FOREIGN);
  }

  private String ask(String sql) {
    return TestDatabase.ask(database, sql);
  }

  private Ended run(String... args) throws Exception {
    ProcessBuilder builder = Packaged.command(args);
    builder.command().addAll(List.of("--url", database.url(), "--user", database.user()));
    builder.environment().put("CLOAKROOM_DB_PASSWORD", database.password().reveal());
    return Packaged.end(builder);
  }

  @Test
  void install_foreignTablesOfTheSameNames_namesThemAndChangesNothing() throws Exception {
    try (Connection connection = database.connect()) {
      Schema schema = Schema.forUrl(database.url());
      assertThatThrownBy(() -> schema.install(connection, 1))
          .isInstanceOf(EnvironmentException.class)
          .hasMessageContaining("EMPLOYEES (table of cloakroom)")
          .hasMessageContaining("PS_TXN_SEQ (sequence of cloakroom)")
          .hasMessageContaining("Cloakroom did not create them; choose another schema (--schema)");
      schema.drop(connection);
    }
    assertThat(ask(FOREIGN)).isEqualTo(before);
  }

  @Test
  void commands_foreignTables_areRefused() throws Exception {
    String[][] commands = {
      {"serve", "--port", "0", "--policy", "sticky"}, {"purge", "--older-than", "24h"}
    };
    for (String[] command : commands) {
      Ended refused = run(command);
      assertThat(refused.code()).as(command[0]).isEqualTo(2);
      assertThat(refused.err())
          .singleElement()
          .asString()
          .contains("EMPLOYEES (table of cloakroom)");
    }
    Ended nothing = run("clean", "--yes");
    assertThat(nothing.out())
        .singleElement()
        .asString()
        .contains("created nothing in schema test_");
    assertThat(ask(FOREIGN)).isEqualTo(before);
  }

  @Test
  void runPurgeCleanAndDrop_ownSchema_leaveForeignTablesAlone() throws Exception {
    String[] own = {"--schema", "own_of_" + ask("select current_schema()")};
    try (Connection connection = database.connect()) {
      Schema schema = Schema.forUrl(database.url(), own[1]);
      assertThat(schema.install(connection, TestDatabase.SCALE))
          .contains("PS_TXN", "in schema own");
      assertThat(schema.install(connection, TestDatabase.SCALE)).as("second install").isEmpty();
    }
    assertThat(ask(FOREIGN)).as("after install").isEqualTo(before);

    List<String> serve =
        new ArrayList<>(List.of("--policy", "release-passivate", "--store", "ps-txn"));
    serve.addAll(List.of("--url", database.url(), "--user", database.user()));
    serve.addAll(List.of(own));
    try (ServedTier tier = ServedTier.start(ServedTier.serve(serve.toArray(String[]::new)))) {
      Browser browser = tier.browser();
      for (String page : List.of("/departments", "/employees")) {
        browser.get(page + "?user=1");
        browser.post(page + "/change", "value=served");
        browser.post(page + "/commit", "");
      }
      tier.stop();
    }
    String tables = own[1] + ".";
    assertThat(ask("select department_name from " + tables + "departments where department_id = 1"))
        .isEqualTo("served");
    assertThat(ask("select count(*) from " + tables + "ps_txn")).isNotEqualTo("0");
    assertThat(ask(FOREIGN)).as("after requests").isEqualTo(before);

    TestDatabase.execute(
        database, "update " + tables + "ps_txn set creation_date = now() - interval '2 days'");
    assertThat(run("purge", "--older-than", "24h", own[0], own[1]).out())
        .singleElement()
        .asString()
        .contains("in schema " + own[1]);
    assertThat(ask("select count(*) from " + tables + "ps_txn")).isEqualTo("0");
    assertThat(ask(FOREIGN)).as("after purge").isEqualTo(before);

    assertThat(run("clean", own[0], own[1]).out()).anyMatch(line -> line.endsWith("  EMPLOYEES"));
    assertThat(ask("select count(*) from " + tables + "employees")).isEqualTo("1000");
    Ended clean = run("clean", own[0], own[1], "--yes");
    assertThat(clean.out().get(clean.out().size() - 1)).contains("12 objects dropped");
    assertThat(ask("select count(*) from pg_namespace where nspname = '" + own[1] + "'"))
        .isEqualTo("0");
    assertThat(ask(FOREIGN)).as("after clean").isEqualTo(before);
  }

  @Test
  void probesAndStores_foreignTablesThatCannotBeRead_work() throws Exception {
    String foreign = ask("select current_schema()");
    String own = "probed_of_" + foreign;
    TestDatabase.execute(
        database,
        "create table state_kinds (user_id integer, note varchar(60))",
        "create table state_kinds_rows (note varchar(60))",
        "revoke all on all tables in schema " + foreign + " from current_user",
        "revoke all on all sequences in schema " + foreign + " from current_user");
    try (Connection connection = database.connect()) {
      Schema.forUrl(database.url(), own).install(connection, TestDatabase.SCALE);
    }
    for (String store : List.of("ps-txn", "ps-txn-classic")) {
      ProcessBuilder serve =
          ServedTier.serve("--policy", "release-passivate", "--store", store, "--schema", own);
      serve.command().addAll(List.of("--url", database.url(), "--user", database.user()));
      try (ServedTier tier = ServedTier.start(serve)) {
        Browser browser = tier.browser();
        for (StateKind kind : StateKind.values()) {
          String path = "/state-kinds/" + kind.key();
          assertThat(browser.get("/state-kinds?user=1").statusCode()).isEqualTo(200);
          assertThat(browser.post(path + "/write", "value=mine").statusCode())
              .as(kind.key())
              .isEqualTo(200);
          assertThat(browser.get(path).statusCode()).as(kind.key()).isEqualTo(200);
          assertThat(browser.post(path + "/clear", "").statusCode()).as(kind.key()).isEqualTo(200);
        }
        tier.stop();
      }
    }
    TestDatabase.execute(
        database,
        "grant all on all tables in schema " + foreign + " to current_user",
        "grant all on all sequences in schema " + foreign + " to current_user");
    assertThat(ask("select count(*) from state_kinds_rows")).isEqualTo("0");
    assertThat(ask("select count(*) from " + own + ".ps_txn")).isNotEqualTo("0");
  }

  @Test
  void install_tableLockedByAnotherSession_waitsForNothing() throws SQLException {
    try (Connection other = database.connect();
        Connection connection = database.connect()) {
      other.setAutoCommit(false);
      TestDatabase.execute(other, "lock table employees, departments, ps_txn");
      Schema schema = Schema.forUrl(database.url(), "beside_" + ask("select current_schema()"));
      assertThat(schema.install(connection, TestDatabase.SCALE)).contains("PS_TXN");
      assertThat(schema.drop(connection)).containsKey("PS_TXN");
      other.rollback();
    }
  }
}
