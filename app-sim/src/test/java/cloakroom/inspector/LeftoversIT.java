package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.database.TestDatabase;
import cloakroom.platform.Resources;
import cloakroom.testing.Proxies;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.PGConnection;
import org.postgresql.largeobject.LargeObjectManager;

/** Small programs, each with the state that it leaves in its connection: leftovers.txt. */
final class LeftoversIT {
  private interface Step {
    void run(Connection lent) throws Exception;
  }

  private static final Map<String, Step> STEPS =
      Map.ofEntries(
          Map.entry("schema (search_path) by JDBC", lent -> lent.setSchema("pg_catalog")),
          Map.entry(
              "transactionIsolation (default_transaction_isolation) by JDBC",
              lent -> lent.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE)),
          Map.entry(
              "readOnly (default_transaction_read_only) by JDBC", lent -> lent.setReadOnly(true)),
          Map.entry("autoCommit by JDBC", lent -> lent.setAutoCommit(false)),
          Map.entry(
              "holdability by JDBC",
              lent -> lent.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT)),
          Map.entry(
              "clientInfo (application_name) by JDBC",
              lent -> lent.setClientInfo("ApplicationName", "coats")),
          Map.entry("savepoint", Connection::setSavepoint),
          Map.entry("select set_config(?, 'text', false)", lent -> bindName(lent, "text")),
          Map.entry("select set_config(?, 'object', false)", lent -> bindName(lent, "object")),
          Map.entry("select 1 + ?", LeftoversIT::prepareOnServer),
          Map.entry("select generate_series(1, 9)", LeftoversIT::fetchOne),
          Map.entry("select no, id from audited where length('coat') = 4", LeftoversIT::insertRow),
          Map.entry("select 1 / 0", LeftoversIT::fail),
          Map.entry("200 statements", LeftoversIT::execute200),
          Map.entry("copy into pocket", lent -> copy(lent, "copy pocket from stdin")),
          Map.entry("copy into cart", lent -> copy(lent, "copy cart (amount) from stdin")),
          Map.entry("large object", LeftoversIT::writeLargeObject),
          Map.entry("unwrapped listen", LeftoversIT::listenUnseen));

  private final ResultFile file = new ResultFile();

  @BeforeAll
  static void prepare() throws SQLException {
    try (Connection owner = TestDatabase.server().connectAsSuperuser()) {
      TestDatabase.execute(owner, Resources.text("inspector/leftovers.sql"));
    }
  }

  static Stream<Arguments> programs() {
    return Resources.rows("inspector/leftovers.txt").stream()
        .map(row -> Arguments.of(row.toArray()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("programs")
  void leftState_isFound_withItsStatement(String name, String expected, String program)
      throws Exception {
    String marked = "";
    try (HikariDataSource pool = pool();
        Connection lent = Inspector.around(pool, file.properties()).getConnection()) {
      for (String step : program.split(" ;; ", -1)) {
        String sql = step.replaceFirst("^[*?]", "");
        marked = sql.equals(step) ? marked : step;
        STEPS.getOrDefault(sql, each -> TestDatabase.execute(each, sql)).run(lent);
      }
    }
    Set<String> found = file.found();
    if (!expected.startsWith("openTransaction")) {
      found.remove("openTransaction");
    }
    if (expected.equals("nothing") || expected.startsWith("unavailable ")) {
      assertThat(found).isEmpty();
      assertThat(file.read().get("verdict").asText())
          .startsWith("Release-per-request would be safe for this application, as far as")
          .contains(expected.replaceFirst("^(nothing|unavailable )", ""));
      return;
    }
    assertThat(found).containsExactlyInAnyOrder(expected.split(", ", -1));
    String[] first = (expected.replaceFirst(",.*", "") + " ").split(" ", 2);
    String by = file.finding(first[0], first[1].strip()).at("/leftBy/0/statement").asText();
    String culprit = marked.isEmpty() ? "" : SqlText.shown(marked.substring(1));
    if (marked.startsWith("?")) {
      boolean bypass = STEPS.containsKey(culprit);
      assertThat(by)
          .startsWith("one of these statements: ")
          .contains(bypass ? "unwrap()" : culprit);
    } else {
      assertThat(by).isEqualTo(culprit);
    }
  }

  private static HikariDataSource pool() {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(1);
    config.setDataSource(
        Proxies.of(
            DataSource.class,
            (proxy, method, arguments) ->
                method.getName().equals("getConnection")
                    ? TestDatabase.server().connectAsSuperuser()
                    : Proxies.defaultResult(proxy, method, arguments)));
    return new HikariDataSource(config);
  }

  private static void bindName(Connection lent, String as) throws SQLException {
    String sql = "select set_config(?, '%s', false)".formatted(as);
    try (PreparedStatement set = lent.prepareStatement(sql)) {
      if (as.equals("object")) {
        set.setObject(1, "app.user");
      } else {
        set.setString(1, "app.user");
      }
      set.execute();
    }
  }

  private static void prepareOnServer(Connection lent) throws SQLException {
    try (PreparedStatement prepared = lent.prepareStatement("select 1 + ?")) {
      for (int i = 0; i < 10; i++) {
        prepared.setInt(1, i);
        prepared.execute();
      }
    }
  }

  /** Leaves the driver's cursor open. */
  private static void fetchOne(Connection lent) throws SQLException {
    Statement statement = lent.createStatement();
    statement.setFetchSize(1);
    statement.executeQuery("select generate_series(1, 9)").next();
  }

  private static void insertRow(Connection lent) throws SQLException {
    try (Statement statement =
            lent.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE);
        ResultSet rows =
            statement.executeQuery("select no, id from audited where length('coat') = 4")) {
      rows.moveToInsertRow();
      rows.updateInt("id", 2);
      rows.insertRow();
    }
  }

  private static void fail(Connection lent) {
    assertThatThrownBy(() -> TestDatabase.execute(lent, "select 1 / 0"))
        .isInstanceOf(SQLException.class);
  }

  private static void execute200(Connection lent) throws SQLException {
    for (int i = 0; i < 200; i++) {
      TestDatabase.execute(lent, "select " + "i, ".repeat(i) + "1 from (select 1 as i) t");
    }
  }

  private static void copy(Connection lent, String sql) throws Exception {
    lent.unwrap(PGConnection.class).getCopyAPI().copyIn(sql, new StringReader("7\n"));
  }

  private static void writeLargeObject(Connection lent) throws SQLException {
    LargeObjectManager objects = lent.unwrap(PGConnection.class).getLargeObjectAPI();
    objects.open(objects.createLO()).write(new byte[1]);
  }

  private static void listenUnseen(Connection lent) throws SQLException {
    TestDatabase.execute((Connection) lent.unwrap(PGConnection.class), "listen coats");
  }
}
