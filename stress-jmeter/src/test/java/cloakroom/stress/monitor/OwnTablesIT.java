package cloakroom.stress.monitor;

import static cloakroom.stress.folder.DatabaseCounter.CHANGED_ROWS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.application.ApplicationDefinition;
import cloakroom.contract.SchemaName;
import cloakroom.platform.Resources;
import cloakroom.stress.monitor.DatabaseCheck.CheckItem;
import cloakroom.stress.monitor.DatabaseCheck.Needs;
import cloakroom.stress.monitor.DatabaseCheck.Severity;
import cloakroom.stress.monitor.DatabaseMonitor.DatabaseCounters;
import cloakroom.stress.monitor.JdbcDatabaseMonitor.MonitorTarget;
import cloakroom.stress.process.SharedDatabase;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Check and monitor of an application with tables in a schema of the user: SHOP.ITEMS, which it
 * only reads, and SHOP.ORDERS, a partitioned table, in which it updates, inserts and deletes rows.
 */
final class OwnTablesIT {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final String RUNNER = "buyer";
  private final List<String> notes = new ArrayList<>();

  private static ApplicationDefinition shop(String from, String to) {
    try {
      String json = Resources.text("cloakroom/stress/monitor/shop.json");
      return new ObjectMapper().readValue(json.replace(from, to), ApplicationDefinition.class);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeAll
  static void letSuperuserIn() throws Exception {
    PostgresWatchIT.letSuperuserIn(SharedDatabase.processId());
  }

  @BeforeEach
  void makeTables() throws SQLException {
    PostgresWatchIT.execute(
        "create role buyer login password '" + SharedDatabase.PASSWORD + "' in role pg_monitor",
        "create schema shop",
        "create sequence shop.order_seq start 1000",
        "create table shop.items (item_id int primary key, label text not null)",
        "create table shop.orders (order_id int primary key, note text, total numeric)"
            + " partition by range (order_id)",
        "create table shop.orders_1 partition of shop.orders for values from (0) to (600)",
        "create table shop.orders_2 partition of shop.orders for values from (600) to (9999)",
        "insert into shop.items select n, 'item ' || n from generate_series(1, 20) n",
        "insert into shop.orders select n, 'order ' || n, n from generate_series(501, 800) n",
        "grant usage on schema cloakroom, shop to buyer",
        "grant select, insert, update, delete on shop.orders to buyer",
        "grant select on shop.items, cloakroom.cloakroom_objects, cloakroom.ps_txn to buyer",
        "grant usage on sequence shop.order_seq to buyer");
  }

  @AfterEach
  void dropTables() throws SQLException {
    PostgresWatchIT.execute("drop schema shop cascade", "drop owned by buyer", "drop role buyer");
  }

  /** Returns a checksum of all rows and their versions, except for an order. */
  private static String checksum(int order) throws SQLException {
    String rows =
        "select md5(string_agg(r, ',' order by r)) from (select i.xmin || i::text from shop.items i"
            + " union all select o.xmin || o::text from shop.orders o where order_id <> "
            + order
            + ") as t (r)";
    try (Connection connection =
            MonitorDialect.POSTGRESQL.connect(SharedDatabase.url(), "postgres", "", LIMIT);
        ResultSet row = connection.createStatement().executeQuery(rows)) {
      row.next();
      return row.getString(1);
    }
  }

  private static DatabaseCheck check(long users, ApplicationDefinition application) {
    String url = SharedDatabase.url();
    Needs needs = new Needs(users, false, false, false, false, application);
    SchemaName schema = SchemaName.of(url, null);
    return DatabaseCheck.of(url, RUNNER, SharedDatabase.PASSWORD, schema, needs);
  }

  private JdbcDatabaseMonitor monitor() {
    String url = SharedDatabase.url();
    SchemaName schema = SchemaName.of(url, null);
    MonitorTarget target =
        new MonitorTarget(url, RUNNER, schema, "cloakroom-tier", true, true, shop("", ""));
    return JdbcDatabaseMonitor.open(target, SharedDatabase.PASSWORD, notes::add);
  }

  @Test
  void check_allRights_namesTablesAndRowsAndChangesNone() throws SQLException {
    String before = checksum(0);
    DatabaseCheck check = check(80, shop("", ""));

    assertThat(checksum(0)).isEqualTo(before);

    assertThat(check.refusal()).isEmpty();
    assertThat(check.items())
        .contains(
            new CheckItem(Severity.OK, "shop.items", "select"),
            new CheckItem(Severity.OK, "shop.orders", "select, update, insert, delete"),
            new CheckItem(Severity.OK, "sequence shop.order_seq", "usage"),
            new CheckItem(
                Severity.NOTE,
                "changes",
                "80 rows of shop.orders, of at most 300; inserted and deleted rows of shop.orders"));
  }

  @ParameterizedTest
  @CsvSource({
    "select on shop.items, grant select on shop.items to buyer;",
    "update on shop.orders, grant update on shop.orders to buyer;",
    "insert on shop.orders, grant insert on shop.orders to buyer;",
    "delete on shop.orders, grant delete on shop.orders to buyer;",
    "usage on sequence shop.order_seq, grant usage on sequence shop.order_seq to buyer;",
    "usage on schema shop, grant usage on schema shop to buyer;"
  })
  void check_missingRight_isNamed(String right, String grant) throws SQLException {
    PostgresWatchIT.execute("revoke " + right + " from buyer");

    assertThat(check(80, shop("", "")).refusal()).contains(": right: ").endsWith(grant);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # of a partitioned table behind a database view; null in place of :day would leave no table
          shop.returned where day > :day        | OK    | shop.returns | select
          shop.returned where note = :constant  | OK    | shop.returns | select
          shop.items where item_id > :user      | OK    | shop.items | select
          pg_catalog.pg_authid                  | ERROR | view read | ERROR: permission denied for table pg_authid; grant the right to buyer
          shop.nothing                          | ERROR | view read | ERROR: relation "shop.nothing" does not exist; correct its query
          """)
  void check_query_namesItsTables(String from, Severity severity, String subject, String text)
      throws SQLException {
    PostgresWatchIT.execute(
        "create table shop.returns (id int, note text, day date) partition by list (id)",
        "create table shop.returns_1 partition of shop.returns for values in (1)",
        "create table shop.returns_2 partition of shop.returns for values in (2)",
        "create view shop.returned as select * from shop.returns",
        "grant select on shop.returned to buyer");
    String view =
        """
        {"read": {"name": "read", "query": "select 1 from %s", "binds":
          {"day": {"view": "dates", "attribute": "day"}, "constant": {"value": "it's $1"}}},
         "dates": {"name": "dates", "rows": 1, "attributes": [{"name": "day", "type": "DATE"}]},""";

    List<CheckItem> items =
        check(80, shop("\"views\": {", "\"views\": " + view.formatted(from))).items();

    assertThat(items).contains(new CheckItem(severity, subject, text));
    assertThat(items).noneMatch(item -> item.subject().contains("returns_"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          shop", "name": "items" | shop", "name": "goods" | table: shop.goods not found; correct its name, or grant the rights on it
          "label"         | "title"         | table: shop.items: ERROR: column "title" does not exist; correct its columns
          """)
  void check_wrongName_isNamed(String from, String to, String text) {
    ApplicationDefinition wrong = shop(from, to);

    assertThat(check(80, wrong).refusal()).endsWith(text);
  }

  @Test
  void check_moreUsersThanRows_isRefused() {
    assertThat(check(301, shop("", "")).refusal())
        .endsWith("--users 301 is too many; use fewer, each user needs a row of shop.orders");
  }

  @Test
  void check_nameOutsideThePattern_isRejected() {
    ApplicationDefinition injected = shop("\"name\": \"items\"", "\"name\": \"items; drop x\"");

    assertThatThrownBy(() -> check(80, injected))
        .isInstanceOf(StressFailure.class)
        .hasMessageContaining("name shop.items; drop x: is not supported");
  }

  @Test
  void monitor_ownTables_countsChangesAndLeavesThemAlone() throws SQLException {
    String checksum = checksum(700);
    try (JdbcDatabaseMonitor run = monitor()) {
      DatabaseCounters before = run.settled(LIMIT);
      Map<String, String> values = run.values();
      PostgresWatchIT.execute(
          "update shop.orders set note = 'changed' where order_id = 700",
          "insert into shop.orders values (1000, 'new', 0)",
          "delete from shop.orders where order_id = 1000");
      Map<String, String> later = run.values(List.of("shop.orders 700", "shop.orders 1", "x 1"));
      run.tidy();
      DatabaseCounters after = run.settled(LIMIT);

      assertThat(values).hasSize(300).containsEntry("shop.orders 501", "order 501");
      assertThat(later).isEqualTo(Map.of("shop.orders 700", "changed"));
      assertThat(after.changedRows()).containsOnlyKeys("shop.orders");
      assertThat(after.changedRows().get("shop.orders"))
          .isEqualTo(before.changedRows().get("shop.orders") + 3);
      assertThat(after.values().get(CHANGED_ROWS)).isEqualTo(before.values().get(CHANGED_ROWS) + 3);
      assertThat(notes).noneMatch(note -> note.contains("shop."));
      assertThat(checksum(700)).isEqualTo(checksum);
      PostgresWatchIT.execute(
          "do $$ begin assert (select sum(vacuum_count + analyze_count) from pg_stat_user_tables"
              + " where schemaname = 'shop') = 0; end $$");
    }
  }

  @Test
  void counters_view_areNotAvailable() throws SQLException {
    PostgresWatchIT.execute(
        "alter table shop.orders rename to kept",
        "create view shop.orders as select * from shop.kept",
        "grant select, insert, update, delete on shop.orders to buyer");
    try (JdbcDatabaseMonitor run = monitor()) {
      assertThat(run.counters().unavailableReasons())
          .containsEntry(CHANGED_ROWS, "shop.orders has no counters; it may be a view");
    }
  }
}
