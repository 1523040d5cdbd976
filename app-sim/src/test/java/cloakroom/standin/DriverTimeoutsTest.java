package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.standin.Call.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which settings bound the driver's patience with a silent server, each by itself. */
@Tag("ojdbc-23")
final class DriverTimeoutsTest {
  private static final Duration BOUND = Duration.ofSeconds(5);

  private static SQLException logon(String url, String... properties) {
    return Bounded.within(BOUND, "a log-on", () -> Driver.refusal(url, properties));
  }

  @ParameterizedTest
  @CsvSource({
    "oracle.net.OUTBOUND_CONNECT_TIMEOUT, 1, 12170",
    "oracle.net.OUTBOUND_CONNECT_TIMEOUT, 500ms, 12170",
    "oracle.jdbc.loginTimeout, 1, 18714",
    "oracle.jdbc.ReadTimeout, 500, 17002"
  })
  void silentListener_isGivenUp(String property, String value, int code) {
    try (TnsListener listener = new TnsListener(TnsReply.silence())) {
      SQLException thrown = logon(listener.url("/sales"), property, value);
      assertThat(thrown.getErrorCode()).isEqualTo(code);
      assertThat(thrown.getSQLState()).isEqualTo("08006");
      assertThat((Throwable) thrown)
          .isInstanceOf(code == 12170 ? SQLTimeoutException.class : SQLRecoverableException.class);
    }
  }

  @Test
  void silentListener_isGivenUpByTheUrl() {
    try (TnsListener listener = new TnsListener(TnsReply.silence())) {
      SQLException thrown = logon(listener.url("/sales?connect_timeout=1"));
      assertThat(thrown.getErrorCode()).isEqualTo(12170);
    }
  }

  /** The connect time-out ends where the log-on begins. */
  @ParameterizedTest
  @CsvSource({"oracle.jdbc.loginTimeout, 1, 18714", "oracle.jdbc.ReadTimeout, 500, 17002"})
  void silenceAfterAccept_isGivenUp(String property, String value, int code) {
    try (TnsListener listener = new TnsListener(TnsReply.accept())) {
      assertThat(logon(listener.url("/sales"), property, value).getErrorCode()).isEqualTo(code);
    }
  }

  @Test
  void silenceInMidCall_isGivenUpByTheReadTimeout() throws SQLException {
    try (OracleStandIn oracle = new OracleStandIn()) {
      Connection session = Driver.connect(oracle.url(), "oracle.jdbc.ReadTimeout", "500");
      oracle.script().once(Kind.STATEMENT, Answer.silence());
      SQLException thrown = Bounded.within(BOUND, "a statement", () -> failure(session));
      assertThat(thrown.getErrorCode()).isEqualTo(18730);
      assertThat(thrown.getSQLState()).isEqualTo("08006");
      assertThat(session.isClosed()).isTrue();
    }
  }

  private static SQLException failure(Connection session) {
    return catchThrowableOfType(
        SQLException.class, () -> session.createStatement().execute("begin coat; end;"));
  }
}
