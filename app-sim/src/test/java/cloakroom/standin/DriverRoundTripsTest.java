package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.standin.Script.Answer;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import oracle.jdbc.OracleConnection;
import oracle.jdbc.OracleConnection.ConnectionValidation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How often each JDBC call makes the driver wait for the server. */
@Tag("ojdbc-23")
final class DriverRoundTripsTest {

  private final OracleStandIn oracle = new OracleStandIn();

  @AfterEach
  void close() {
    oracle.close();
  }

  /** Work with a session that has logged on. */
  interface Work {
    void with(OracleConnection session) throws Exception;
  }

  /** What the work sent. */
  private List<String> sent(Connection session, Work work) throws Exception {
    oracle.journal().forget();
    work.with(session.unwrap(OracleConnection.class));
    return oracle.journal().roundTrips();
  }

  static Stream<Arguments> calls() {
    return Stream.of(
        call("isValid", List.of("PING"), session -> session.isValid(5)),
        call(
            "isValid of the socket",
            List.of(),
            session -> session.isValid(ConnectionValidation.SOCKET, 5)),
        call(
            "isValid without asking",
            List.of(),
            session -> session.isValid(ConnectionValidation.LOCAL, 5)),
        call("commit of nothing", List.of(), Connection::commit),
        call("rollback of nothing", List.of("ROLLBACK"), Connection::rollback),
        call("setReadOnly", List.of(), session -> session.setReadOnly(true)),
        call("setAutoCommit", List.of(), session -> session.setAutoCommit(true)),
        call(
            "setNetworkTimeout", List.of(), session -> session.setNetworkTimeout(Runnable::run, 9)),
        call("setClientInfo", List.of(), s -> s.setClientInfo("OCSID.MODULE", "coats")),
        call("setSchema", List.of(), session -> session.setSchema("COATS")),
        call("beginRequest", List.of(), OracleConnection::beginRequest),
        call("endRequest", List.of(), OracleConnection::endRequest),
        call(
            "setTransactionIsolation",
            List.of("ALTER SESSION SET ISOLATION_LEVEL = SERIALIZABLE"),
            s -> s.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE)));
  }

  private static Arguments call(String name, List<String> sent, Work work) {
    return Arguments.of(name, sent, work);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("calls")
  void call_sends(String name, List<String> expected, Work work) throws Exception {
    try (Connection session = OracleStandIn.connect(oracle.url())) {
      assertThat(sent(session, work)).as(name).isEqualTo(expected);
    }
  }

  @Test
  void getSchema_andSavepoint_askOnce() throws Exception {
    oracle.script().statement("SYS_CONTEXT", Answer.value("SCOTT"));
    try (Connection session = OracleStandIn.connect(oracle.url())) {
      assertThat(sent(session, Connection::getSchema)).hasSize(1);
      assertThat(sent(session, Connection::setSavepoint)).hasSize(1);
    }
  }

  @Test
  void commit_isSentWhileATransactionRuns() throws Exception {
    try (Connection session = OracleStandIn.connect(oracle.url());
        Statement statement = session.createStatement()) {
      statement.executeUpdate("delete coat");
      assertThat(sent(session, Connection::commit)).containsExactly("COMMIT");
      assertThat(sent(session, Connection::commit)).isEmpty();
    }
  }

  /** With a pooled server the driver does not trust what the last reply said. */
  @Test
  void commitOfNothing_isSentToAPooledServer() throws Exception {
    try (Connection session = OracleStandIn.connect(oracle.url() + ":pooled")) {
      assertThat(sent(session, Connection::commit)).containsExactly("COMMIT");
    }
  }
}
