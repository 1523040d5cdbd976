package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.standin.Call.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The stand-in is good enough for the real driver, and says so when it is not. */
@Tag("ojdbc-23")
@Timeout(30)
final class OracleStandInTest {
  private final OracleStandIn oracle = new OracleStandIn();

  @AfterEach
  void close() {
    oracle.close();
  }

  @Test
  void session_fromLogonToLogoff() throws SQLException {
    oracle.script().statement("from coat", Answer.value("red"));
    oracle.script().statement("update coat", Answer.changed(3));
    try (Connection session = Driver.connect(oracle.url());
        Statement statement = session.createStatement()) {
      try (ResultSet rows = statement.executeQuery("select colour from coat")) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("red");
        assertThat(rows.next()).isFalse();
      }
      assertThat(statement.executeUpdate("update coat set colour = 'blue'")).isEqualTo(3);
      session.commit();
      statement.executeUpdate("update coat set colour = 'green'");
      session.rollback();
      assertThat(session.isValid(5)).isTrue();
    }
    assertThat(oracle.journal().roundTrips())
        .containsExactly(
            "LOGON",
            "select colour from coat",
            "update coat set colour = 'blue'",
            "COMMIT",
            "update coat set colour = 'green'",
            "ROLLBACK",
            "PING",
            "LOGOFF");
  }

  @Test
  void rows_ofManyPackets_arriveWhole() throws SQLException {
    List<List<String>> sent = new ArrayList<>();
    for (int row = 0; row < 300; row++) {
      sent.add(Arrays.asList("" + row, row % 7 == 0 ? null : "x".repeat(row % 250)));
    }
    oracle.script().statement("from coat", new Answer.Rows(List.of("ID", "TEXT"), sent));
    try (Connection session = Driver.connect(oracle.url());
        PreparedStatement query = session.prepareStatement("select id, text from coat")) {
      query.setFetchSize(200);
      List<List<String>> read = new ArrayList<>();
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          read.add(Arrays.asList(rows.getString("ID"), rows.getString("TEXT")));
        }
      }
      sent.forEach(row -> row.replaceAll(value -> "".equals(value) ? null : value));
      assertThat(read).isEqualTo(sent);
    }
  }

  @Test
  void wrongPassword_isRefused_andNotKept() {
    SQLException refused = Driver.refusal(oracle.url(), "password", "tiger-18-wrong");
    assertThat(refused.getErrorCode()).isEqualTo(1017);
    assertThat(oracle.journal().logons().toString())
        .contains("AUTH_PASSWORD=(not kept)")
        .doesNotContain("tiger");
  }

  @Test
  void error_ofAStatement_isTheDrivers() throws SQLException {
    oracle.script().statement("coat", Answer.error(54));
    try (Connection session = Driver.connect(oracle.url());
        Statement statement = session.createStatement()) {
      assertThatThrownBy(() -> statement.execute("select * from coat for update nowait"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(54));
      oracle.script().forget();
      assertThat(statement.executeUpdate("delete coat")).isEqualTo(1);
    }
  }

  @Test
  void autoCommit_isSeen() throws SQLException {
    try (Connection session = Driver.connect(oracle.url());
        Statement statement = session.createStatement()) {
      session.setAutoCommit(true);
      statement.executeUpdate("delete coat");
    }
    assertThat(oracle.journal().roundTrips())
        .containsExactly("LOGON", "delete coat (and commit)", "LOGOFF");
  }

  @Test
  void cut_endsTheSessionInUse() throws SQLException {
    Connection session = Driver.connect(oracle.url());
    oracle.listener().cut();
    assertThat(session.isValid(5)).isFalse();
    assertThat(session.isClosed()).isTrue();
    assertThat(oracle.journal().count(Kind.PING)).isZero();
  }

  /** Else a gap of the stand-in would look like a database that refuses. */
  @Test
  void failureOfTheStandIn_isReportedWhenItCloses() throws SQLException {
    OracleStandIn broken = new OracleStandIn();
    broken.script().always(Kind.PING, Answer.value("no answer to a PING"));
    Connection session = Driver.connect(broken.url());
    assertThat(session.isValid(5)).isFalse();
    assertThatThrownBy(broken::close)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no answer to this call");
  }

  @Test
  void close_endsEverySession() throws SQLException {
    OracleStandIn ending = new OracleStandIn();
    Connection session = Driver.connect(ending.url());
    ending.close();
    assertThat(ending.listener().clients()).isZero();
    assertThat(session.isValid(5)).isFalse();
  }
}
