package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.Closeable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.core.TransactionState;

final class InspectorTest {
  private static final String SET = "select set_config('app.user', 'ann''s', false) -- of ann";
  private static final String LEFT = "sessionSetting\tapp.user\t17";
  private final FakeSession session = new FakeSession();
  private final ResultFile file = new ResultFile();

  private DataSource inspected(String... more) {
    return Inspector.around(session.pool(), file.properties(more));
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void leave(DataSource pool) throws SQLException {
    session.holds = "";
    try (Connection connection = pool.getConnection()) {
      execute(connection, SET);
      session.holds = LEFT;
    }
  }

  @Test
  void switchedOffOrUnsampled_isThePoolsOwn() throws SQLException {
    DataSource pool = session.pool();

    assertThat(Inspector.around(pool, file.properties("enabled", "off"))).isSameAs(pool);
    DataSource rare = inspected("sample", "1000000");
    assertThat(rare.getConnection()).isSameAs(session.connection);
    assertThat(session.queries).isEmpty();
  }

  @Test
  void leftSetting_isFound_withStatementAndFrames() throws SQLException {
    leave(inspected("application", "org.junit", "frames", "2"));

    JsonNode finding = file.finding("sessionSetting", "app.user");
    assertThat(finding.get("stateKind").asText()).isEqualTo("sessionVariable");
    assertThat(finding.get("count").asInt()).isEqualTo(1);
    assertThat(finding.get("first")).isEqualTo(finding.get("last"));
    JsonNode by = finding.get("leftBy").get(0);
    assertThat(by.get("statement").asText()).isEqualTo("select set_config(?, ?, false)");
    assertThat(by.get("frames")).hasSize(2);
    assertThat(by.get("frames").get(0).asText()).startsWith("org.junit.").contains(".java:");
    assertThat(file.read().get("verdict").asText())
        .isEqualTo("Release-per-request would lose this: session setting app.user");
  }

  @Test
  void executions_areCounted_byTextWithoutValues() throws SQLException {
    try (Connection connection = inspected().getConnection()) {
      execute(connection, "select 1");
      execute(connection, "select 2");
      try (PreparedStatement batch = connection.prepareStatement("update t set a = ?")) {
        batch.addBatch();
        batch.addBatch();
        batch.executeBatch();
      }
    }

    JsonNode result = file.read();
    assertThat(result.at("/statements/0/statement").asText()).isEqualTo("select ?");
    assertThat(result.at("/statements/0/executions").asInt()).isEqualTo(2);
    assertThat(result.at("/statements/1/executions").asInt()).isEqualTo(1);
    assertThat(result.at("/boundaries").asInt()).isEqualTo(1);
  }

  @Test
  void earlierSetting_isNoFinding() throws SQLException {
    session.holds = LEFT;
    try (Connection connection = inspected().getConnection()) {
      execute(connection, "select 1");
    }

    assertThat(file.found()).isEmpty();
    assertThat(file.read().get("verdict").asText())
        .isEqualTo("Release-per-request would be safe for this application");
  }

  @Test
  void nextBorrower_readsLeftSetting_isCounted() throws SQLException {
    DataSource pool = inspected();
    leave(pool);
    try (Connection connection = pool.getConnection()) {
      execute(connection, "select current_setting('app.user')");
    }

    JsonNode finding = file.finding("sessionSetting", "app.user");
    assertThat(finding.get("count").asInt()).isEqualTo(1);
    assertThat(finding.get("leaksSeen").asInt()).isEqualTo(1);
    assertThat(finding.get("readBy").get(0).get("statement").asText())
        .isEqualTo("select current_setting(?)");
  }

  @Test
  void nextBorrower_setsItAgain_readsNothing() throws SQLException {
    DataSource pool = inspected();
    leave(pool);
    try (Connection connection = pool.getConnection()) {
      execute(connection, SET);
    }

    JsonNode finding = file.finding("sessionSetting", "app.user");
    assertThat(finding.get("leaksSeen").asInt()).isEqualTo(1);
    assertThat(finding.get("readBy")).isEmpty();
  }

  @Test
  void settingResetByThePool_isNoLeak() throws SQLException {
    DataSource pool = inspected();
    leave(pool);
    session.holds = "";
    pool.getConnection().close();

    assertThat(file.finding("sessionSetting", "app.user").get("leaksSeen").asInt()).isZero();
  }

  @Test
  void ownSettings_areQueriedOnceSeen() throws SQLException {
    leave(inspected("settings", "app.tenant"));

    assertThat(session.queries.get(0)).contains("'app.tenant'");
    assertThat(session.queries.get(1)).contains("'app.tenant,app.user'");
  }

  @Test
  void jdbcProperty_isNamed_andNotMissed() throws SQLException {
    try (Connection connection = inspected().getConnection()) {
      connection.setReadOnly(true);
    }

    JsonNode by = file.finding("jdbcProperty", "readOnly").get("leftBy").get(0);
    assertThat(by.get("statement").asText())
        .isEqualTo("readOnly (default_transaction_read_only) by JDBC");
    assertThat(file.read().get("verdict").asText()).contains("would be safe");
  }

  @Test
  void callSite_isTheStatement_notALaterSetter() throws SQLException {
    try (Connection connection = inspected().getConnection()) {
      execute(connection, "set time zone 'UTC'");
      connection.setAutoCommit(true);
      execute(connection, "select 1");
      session.holds = "sessionSetting\tTimeZone\t4";
    }

    JsonNode by = file.finding("sessionSetting", "TimeZone").get("leftBy").get(0);
    assertThat(by.get("statement").asText()).isEqualTo("set time zone ?");
  }

  @Test
  void openTransaction_isQueriedWithinASavepoint() throws SQLException {
    try (Connection connection = inspected().getConnection()) {
      execute(connection, "update cart set amount = 2");
      session.state = TransactionState.OPEN;
      session.holds = "postedChange\tcart\t";
    }

    assertThat(session.queries.get(2))
        .startsWith("savepoint cloakroom_inspector;")
        .endsWith(";release savepoint cloakroom_inspector");
    assertThat(file.found()).containsExactly("openTransaction", "postedChange cart");
    assertThat(file.finding("postedChange", "cart").get("inTransaction").asInt()).isEqualTo(1);
  }

  @Test
  void postedChange_isReadByStatementsThatNameItsTable() throws SQLException {
    DataSource pool = inspected();
    try (Connection connection = pool.getConnection()) {
      execute(connection, "update cart set amount = 2");
      session.state = TransactionState.OPEN;
      session.holds = "postedChange\tcart\t";
    }
    try (Connection connection = pool.getConnection()) {
      execute(connection, "select 1");
      execute(connection, "select amount from cart");
    }

    JsonNode readBy = file.finding("postedChange", "cart").get("readBy");
    assertThat(readBy).hasSize(1);
    assertThat(readBy.at("/0/statement").asText()).isEqualTo("select amount from cart");
  }

  @Test
  void failedTransaction_isComparedAtTheNextBeginning() throws SQLException {
    DataSource pool = inspected();
    pool.getConnection().close();
    try (Connection connection = pool.getConnection()) {
      execute(connection, SET);
      session.holds = LEFT;
      session.state = TransactionState.FAILED;
    }
    assertThat(file.found()).containsExactly("openTransaction failed");
    assertThat(file.read().get("verdict").asText())
        .isEqualTo(
            "Nothing was found, but checks were skipped: no verdict on this application;"
                + " transaction failed");

    session.state = TransactionState.IDLE;
    pool.getConnection().close();
    assertThat(file.read().get("skippedChecks")).isEmpty();
    JsonNode finding = file.finding("sessionSetting", "app.user");
    assertThat(finding.get("leaksSeen").asInt()).isEqualTo(1);
    assertThat(finding.at("/leftBy/0/statement").asText())
        .isEqualTo("select set_config(?, ?, false)");
  }

  @Test
  void interruptedThread_queriesNothing() throws SQLException {
    Connection connection = inspected().getConnection();
    Thread.currentThread().interrupt();
    connection.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(session.queries).hasSize(1);
    assertThat(session.calls).containsExactly("closed");
  }

  @Test
  void endedSession_isNotQueried() throws SQLException {
    session.failure = new SQLException("gone", "57P01");
    try (Connection connection = inspected().getConnection()) {
      assertThatThrownBy(() -> execute(connection, "select 1")).isSameAs(session.failure);
    }

    assertThat(session.queries).hasSize(1);
  }

  @Test
  void failedQuery_isCounted_andTheInspectorContinues() throws SQLException {
    DataSource pool = inspected();
    session.rejection = new SQLException("canceling statement", "57014");
    pool.getConnection().close();
    session.rejection = null;
    leave(pool);

    assertThat(file.read().get("skippedChecks").get("SQL state 57014").asInt()).isEqualTo(1);
    assertThat(file.found()).containsExactly("sessionSetting app.user");
  }

  @Test
  void rejectedQuery_isCounted_andTheInspectorContinues() throws SQLException {
    DataSource pool = inspected();
    session.rejection = new SQLException("permission denied\nfor view", "42501");
    for (int borrow = 0; borrow < 3; borrow++) {
      try (Connection connection = pool.getConnection()) {
        execute(connection, "select 1");
      }
    }

    assertThat(session.calls)
        .containsExactly("execute", "closed", "execute", "closed", "execute", "closed");
    JsonNode skipped = file.read().get("skippedChecks");
    assertThat(skipped.get("SQL state 42501: permission denied; for view").asInt()).isEqualTo(3);
    session.rejection = null;
    leave(pool);
    assertThat(file.found()).containsExactly("sessionSetting app.user");
    assertThat(file.read().get("off").isNull()).isTrue();
  }

  @Test
  void driverFailure_isTheApplicationsOwn() throws SQLException {
    session.failure = new SQLException("no", "23505");
    try (Connection connection = inspected().getConnection();
        PreparedStatement statement = connection.prepareStatement("insert into cart values (1)")) {
      assertThatThrownBy(statement::executeUpdate).isSameAs(session.failure);
    }
  }

  @Test
  void resultsAndRelations_stayAsTheyWere() throws Exception {
    DataSource pool = inspected();
    try (Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement("insert into cart values (1)")) {
      assertThat(connection).isNotSameAs(session.connection).isInstanceOf(PGConnection.class);
      assertThat(connection.unwrap(PGConnection.class)).isSameAs(session.connection);
      Object itself = connection;
      assertThat(itself.equals(connection)).isTrue();
      assertThat(connection.hashCode()).isEqualTo(session.connection.hashCode());
      assertThat(statement.getGeneratedKeys()).isSameAs(session.generatedKeys);
      assertThat(statement.getConnection()).isSameAs(connection);
      assertThat(connection.getMetaData().getConnection()).isSameAs(connection);
    }
    ((Closeable) pool).close();
    assertThat(session.calls).contains("pool closed");
  }

  @Test
  void unsupportedDatabase_isRejected_orNotInspected() throws SQLException {
    session.product = "Rdb";
    assertThatThrownBy(() -> inspected().getConnection())
        .hasMessage("the inspector supports PostgreSQL or Oracle only");
    assertThat(session.calls).containsExactly("closed");

    DataSource tolerant =
        Inspector.around(session.pool(), new ResultFile().properties("onError", "off"));
    assertThat(tolerant.getConnection()).isSameAs(session.connection);
  }

  @Test
  void wrongProperty_isRejected_orSwitchesOff() {
    DataSource pool = session.pool();
    assertThatThrownBy(() -> Inspector.around(pool, Map.of("inspect.smaple", "2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("inspect.smaple: unknown property; use inspect.application, ");

    Map<String, String> tolerant = Map.of("inspect.sample", "0", "inspect.onError", "off");
    assertThat(Inspector.around(pool, tolerant)).isSameAs(pool);
  }

  @Test
  void inspectorsOfOneFile_requireEqualSettings() {
    inspected();
    inspected();

    assertThatThrownBy(() -> inspected("sample", "2")).hasMessageContaining("other settings");
  }
}
