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

/** What the inspector sees of a session, and that the application sees nothing of the inspector. */
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

  /** A borrower that sets something and leaves it. */
  private void leave(DataSource pool) throws SQLException {
    session.holds = "";
    try (Connection connection = pool.getConnection()) {
      execute(connection, SET);
      session.holds = LEFT;
    }
  }

  @Test
  void switchedOff_isNotThere() {
    DataSource pool = session.pool();

    assertThat(Inspector.around(pool, file.properties("enabled", "off"))).isSameAs(pool);
  }

  @Test
  void unsampledConnection_isThePoolsOwn() throws SQLException {
    DataSource pool = inspected("sample", "1000000");

    assertThat(pool.getConnection()).isSameAs(session.connection);
    assertThat(session.questions).isEmpty();
  }

  @Test
  void whatIsLeft_isFound_withItsStatementAndFrames() throws SQLException {
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
  void whatWasThereBefore_isNobodysFinding() throws SQLException {
    session.holds = LEFT;
    try (Connection connection = inspected().getConnection()) {
      execute(connection, "select 1");
    }

    assertThat(file.found()).isEmpty();
    assertThat(file.read().get("verdict").asText())
        .isEqualTo("Release-per-request would be safe for this application");
  }

  @Test
  void nextBorrower_meetsWhatWasLeft_andReadsIt() throws SQLException {
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
  void nextBorrower_thatSetsItAnew_readsNothing() throws SQLException {
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
  void whatThePoolHasCleaned_isNoLeak() throws SQLException {
    DataSource pool = inspected();
    leave(pool);
    session.holds = "";
    pool.getConnection().close();

    assertThat(file.finding("sessionSetting", "app.user").get("leaksSeen").asInt()).isZero();
  }

  /** The catalogue of PostgreSQL does not list them. */
  @Test
  void namesOfOwnSettings_areAskedForOnceSeen() throws SQLException {
    leave(inspected("settings", "app.tenant"));

    assertThat(session.questions.get(0)).contains("'app.tenant'");
    assertThat(session.questions.get(1)).contains("'app.tenant,app.user'");
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
  void culprit_isTheStatement_notASetterThatCameLater() throws SQLException {
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
  void openTransaction_isAskedWithinASavepoint() throws SQLException {
    try (Connection connection = inspected().getConnection()) {
      execute(connection, "update cart set amount = 2");
      session.state = TransactionState.OPEN;
      session.holds = "postedChange\tcart\t";
    }

    assertThat(session.questions.get(1))
        .startsWith("savepoint cloakroom_inspector;")
        .endsWith(";release savepoint cloakroom_inspector");
    assertThat(file.found()).containsExactly("openTransaction", "postedChange cart");
    assertThat(file.finding("postedChange", "cart").get("inTransaction").asInt()).isEqualTo(1);
  }

  @Test
  void failedTransaction_isNotAsked() throws SQLException {
    try (Connection connection = inspected().getConnection()) {
      execute(connection, "update cart set amount = 2");
      session.state = TransactionState.FAILED;
    }

    assertThat(session.questions).hasSize(1);
    assertThat(file.found()).containsExactly("openTransaction failed");
    assertThat(file.read().get("skippedChecks").get("transaction failed").asInt()).isEqualTo(1);
  }

  @Test
  void interruptedThread_asksNothing() throws SQLException {
    Connection connection = inspected().getConnection();
    Thread.currentThread().interrupt();
    connection.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(session.questions).hasSize(1);
    assertThat(session.calls).containsExactly("closed");
  }

  @Test
  void sessionThatHasEnded_isNotAsked() throws SQLException {
    session.failure = new SQLException("gone", "57P01");
    try (Connection connection = inspected().getConnection()) {
      assertThatThrownBy(() -> execute(connection, "select 1")).isSameAs(session.failure);
    }

    assertThat(session.questions).hasSize(1);
  }

  @Test
  void unansweredQuestion_isCounted_andTheInspectorGoesOn() throws SQLException {
    DataSource pool = inspected();
    session.refusal = new SQLException("canceling statement", "57014");
    pool.getConnection().close();
    session.refusal = null;
    leave(pool);

    assertThat(file.read().get("skippedChecks").get("SQL state 57014").asInt()).isEqualTo(1);
    assertThat(file.found()).containsExactly("sessionSetting app.user");
  }

  @Test
  void refusedQuestion_switchesTheInspectorOff_andNothingElse() throws SQLException {
    DataSource pool = inspected();
    session.refusal = new SQLException("permission denied\nfor view", "42501");
    for (int borrow = 0; borrow < 3; borrow++) {
      try (Connection connection = pool.getConnection()) {
        execute(connection, "select 1");
      }
    }

    assertThat(session.questions).hasSize(1);
    assertThat(session.calls)
        .containsExactly("execute", "closed", "execute", "closed", "execute", "closed");
    assertThat(file.read().get("off").asText())
        .isEqualTo("the database refuses its question: permission denied; for view");
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
  void unknownDatabase_isRefused_orLeftAlone() throws SQLException {
    session.product = "Rdb";
    assertThatThrownBy(() -> inspected().getConnection())
        .hasMessage("the inspector knows PostgreSQL or Oracle, and the database is neither");
    assertThat(session.calls).containsExactly("closed");

    DataSource tolerant =
        Inspector.around(session.pool(), new ResultFile().properties("onError", "off"));
    assertThat(tolerant.getConnection()).isSameAs(session.connection);
  }

  @Test
  void wrongProperty_isRefused_orSwitchesOff() {
    DataSource pool = session.pool();
    assertThatThrownBy(() -> Inspector.around(pool, Map.of("inspect.smaple", "2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("inspect.smaple is no property of the inspector; there are ");

    Map<String, String> tolerant = Map.of("inspect.sample", "0", "inspect.onError", "off");
    assertThat(Inspector.around(pool, tolerant)).isSameAs(pool);
  }

  @Test
  void twoInspectorsOfOneFile_needEqualSettings() {
    inspected();
    inspected();

    assertThatThrownBy(() -> inspected("sample", "2")).hasMessageContaining("other settings");
  }
}
