package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.standin.Call.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the driver makes of Oracle's errors: number, SQLState and class, on which our own table
 * rests.
 */
@Tag("ojdbc-23")
@Timeout(60)
final class DriverErrorsTest {
  private static final Map<String, Class<? extends SQLException>> CLASSES =
      Map.of(
          "plain", SQLException.class,
          "recoverable", SQLRecoverableException.class,
          "timeout", SQLTimeoutException.class,
          "integrity", SQLIntegrityConstraintViolationException.class,
          "syntax", SQLSyntaxErrorException.class);

  private static void assertError(SQLException thrown, int code, String state, String type) {
    assertThat(thrown.getErrorCode()).isEqualTo(code);
    assertThat(thrown.getSQLState()).isEqualTo(state);
    assertThat((Throwable) thrown).isExactlyInstanceOf(CLASSES.get(type));
  }

  @Test
  void unknownService_isTheOneRefusalThatIsRecoverable() {
    try (TnsListener listener = new TnsListener(TnsReply.refuse(12514))) {
      assertError(Driver.refusal(listener.url("/sales")), 12514, "08006", "recoverable");
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        12500, 12502, 12505, 12506, 12516, 12518, 12519, 12520, 12521, 12523, 12526, 12527, 12528,
        12529, 12535, 12537, 12541, 12545, 12547, 12564
      })
  void refusal_keepsItsNumber(int code) {
    try (TnsListener listener = new TnsListener(TnsReply.refuse(code))) {
      assertError(Driver.refusal(listener.url("/sales")), code, "66000", "plain");
    }
  }

  /** A listener that passes on an error of the database: only the text has its number. */
  @ParameterizedTest
  @ValueSource(ints = {18, 20, 1017, 1033, 2391, 2399})
  void refusalByADatabaseError_losesItsNumber(int code) {
    try (TnsListener listener = new TnsListener(TnsReply.refuse(code))) {
      SQLException thrown = Driver.refusal(listener.url("/sales"));
      assertError(thrown, 12564, "66000", "plain");
      assertThat((Throwable) thrown).hasMessageContaining("(Oracle Error - " + code + ")");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {24459, 28000, 56600, 56611, 57005})
  void refusalWithALargerNumber_keepsIt(int code) {
    try (TnsListener listener = new TnsListener(TnsReply.refuse(code))) {
      assertError(Driver.refusal(listener.url("/sales")), code, "99999", "plain");
    }
  }

  @Test
  void missingServerType_isNamedByTheDriver() {
    try (TnsListener listener = new TnsListener(TnsReply.refuse(12520))) {
      assertThat((Throwable) Driver.refusal(listener.url("/sales:pooled")))
          .hasMessageContaining("pooled")
          .hasMessageContaining("sales");
    }
  }

  @Test
  void closedPort_isNoListener() throws IOException {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    String url = "jdbc:oracle:thin:@127.0.0.1:" + port + "/sales";
    assertError(Driver.refusal(url), 12541, "66000", "plain");
  }

  @Test
  void malformedDescriptor_isSaid() {
    String open =
        "(DESCRIPTION=(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=1))(CONNECT_DATA=(SID=XE))";
    assertError(Driver.refusal("jdbc:oracle:thin:@" + open), 18951, "22000", "plain");
  }

  @Test
  void listenerThatHangsUp() {
    try (TnsListener listener = new TnsListener(TnsReply.drop())) {
      assertError(Driver.refusal(listener.url("/sales")), 17800, "72000", "plain");
    }
  }

  @Test
  void listenerThatResets() {
    try (TnsListener listener = new TnsListener(TnsReply.reset())) {
      assertError(Driver.refusal(listener.url("/sales")), 17002, "08006", "recoverable");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "18, 61000, recoverable",
    "20, 61000, recoverable",
    "1033, 08006, recoverable",
    "1017, 72000, plain",
    "2391, 61000, plain",
    "28000, 99999, plain",
    "28001, 99999, plain",
    "56611, 99999, plain"
  })
  void errorAtLogon(int code, String state, String type) {
    try (OracleStandIn oracle = new OracleStandIn()) {
      oracle.script().always(Kind.LOGON, Answer.error(code));
      assertError(Driver.refusal(oracle.url()), code, state, type);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "18, 61000, recoverable, false",
    "28, 08006, recoverable, true",
    "31, 08006, recoverable, false",
    "1012, 72000, plain, true",
    "1033, 08006, recoverable, false",
    "1034, 08006, recoverable, false",
    "1089, 08006, recoverable, false",
    "1092, 08006, recoverable, false",
    "2391, 61000, plain, false",
    "2396, 61000, plain, false",
    "2399, 61000, plain, false",
    "3113, 08006, recoverable, true",
    "3114, 08006, recoverable, true",
    "3135, 63000, plain, false",
    "1, 23000, integrity, false",
    "54, 61000, plain, false",
    "60, 61000, plain, false",
    "942, 42000, syntax, false",
    "1013, 72000, timeout, false",
    "4061, 72000, plain, false",
    "4065, 72000, plain, false",
    "4068, 72000, plain, false",
    "6508, 65000, plain, false",
    "8177, 72000, plain, false",
    "1555, 72000, plain, false",
    "24338, 99999, plain, false",
    "30006, 99999, plain, false"
  })
  void errorOfAStatement(int code, String state, String type, boolean closed) throws SQLException {
    try (OracleStandIn oracle = new OracleStandIn();
        Connection session = Driver.connect(oracle.url());
        Statement statement = session.createStatement()) {
      oracle.script().once(Kind.STATEMENT, Answer.error(code));
      SQLException thrown =
          catchThrowableOfType(SQLException.class, () -> statement.execute("begin coat; end;"));
      assertError(thrown, code, state, type);
      assertThat(session.isClosed()).isEqualTo(closed);
      assertThat(session.isValid(5)).isEqualTo(!closed);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1012, 2396})
  void errorOfAPing_isNoValidSession(int code) throws SQLException {
    try (OracleStandIn oracle = new OracleStandIn();
        Connection session = Driver.connect(oracle.url())) {
      oracle.script().once(Kind.PING, Answer.error(code));
      assertThat(session.isValid(5)).isFalse();
    }
  }

  @Test
  void socketThatDiesInMidCall() throws SQLException {
    try (OracleStandIn oracle = new OracleStandIn()) {
      Connection session = Driver.connect(oracle.url());
      oracle.script().once(Kind.STATEMENT, Answer.hangUp());
      SQLException thrown =
          catchThrowableOfType(
              SQLException.class, () -> session.createStatement().execute("begin coat; end;"));
      assertError(thrown, 3113, "08006", "recoverable");
      assertThat(session.isClosed()).isTrue();
    }
  }
}
