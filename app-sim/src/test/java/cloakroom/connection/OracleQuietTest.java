package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.Password;
import cloakroom.database.EnvironmentException;
import cloakroom.database.url.UrlDatabase;
import cloakroom.standin.Journal.Call;
import cloakroom.standin.OracleStandIn;
import cloakroom.standin.Script.Answer;
import cloakroom.standin.TnsListener.Reply;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Failures over Oracle are told by exceptions alone, and no password is in any of them. */
@Tag("full")
final class OracleQuietTest extends OracleSources {
  private static final String WRONG = "tiger-18-wrong";

  private void fail(PoolKind kind) throws SQLException {
    try (ConnectionSource source = open(settings(kind).borrowWait(ServerUnderTest.REFUSED_WAIT))) {
      try (Lease lease = ServerUnderTest.lend(source::borrow)) {
        oracle.script().once(Call.Kind.STATEMENT, Answer.error(3113));
        failed(() -> execute(lease.jdbc(), "begin coat; end;"));
      }
      oracle.listener().answer(Reply.refuse(12516));
      failed(source::borrow);
      oracle.listener().answer(Reply.accept());
      oracle.script().always(Call.Kind.LOGON, Answer.error(1017));
      failed(source::borrow);
      oracle.script().forget();
      failed(
          () ->
              ConnectionSources.open(
                  ConnectionSettings.to(oracle.url(), OracleStandIn.USER, Password.of(WRONG))
                      .pool(kind, 1)
                      .build()));
    }
  }

  private interface Work {
    void run() throws Exception;
  }

  private static void failed(Work work) {
    Exception thrown = catchThrowableOfType(Exception.class, work::run);
    StringWriter trace = new StringWriter();
    thrown.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain(OracleStandIn.PASSWORD).doesNotContain(WRONG);
  }

  @ParameterizedTest
  @EnumSource
  void failures_writeNothingOfTheDrivers_andNoPassword(PoolKind kind) throws SQLException {
    try (LogCapture log = LogCapture.begin()) {
      fail(kind);
      assertThat(log.linesOf("oracle")).isEmpty();
      assertThat(log.everything()).doesNotContain(OracleStandIn.PASSWORD).doesNotContain(WRONG);
    }
  }

  /** Else the test above would prove nothing. */
  @Test
  void driverToldToLog_isHeard() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", OracleStandIn.USER);
    properties.setProperty("password", OracleStandIn.PASSWORD);
    properties.setProperty("oracle.jdbc.diagnostic.enableLogging", "true");
    try (LogCapture log = LogCapture.begin()) {
      DriverManager.getConnection(oracle.url(), properties).close();
      assertThat(log.linesOf("oracle")).isNotEmpty();
      assertThat(log.everything()).contains("user=scott").doesNotContain(OracleStandIn.PASSWORD);
    }
  }

  @Test
  void singleConnection_writesNothingEither() {
    try (LogCapture log = LogCapture.begin()) {
      oracle.script().always(Call.Kind.LOGON, Answer.error(20));
      EnvironmentException thrown =
          catchThrowableOfType(
              EnvironmentException.class,
              () ->
                  UrlDatabase.open(
                      oracle.url(), OracleStandIn.USER, Password.of(OracleStandIn.PASSWORD)));
      assertThat(thrown).hasMessageContaining("ORA-00020");
      assertThat(log.linesOf("oracle")).isEmpty();
    }
  }
}
