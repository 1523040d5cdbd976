package cloakroom.standin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.standin.Journal.Call.Kind;
import cloakroom.standin.Script.Answer;
import cloakroom.standin.TnsListener.Reply;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the driver makes of Oracle's errors: number, SQLState and class, on which our own table
 * rests.
 */
@Tag("ojdbc-23")
final class DriverErrorsTest {
  private static void assertError(SQLException thrown, int code, String state, String type) {
    assertThat(thrown.getErrorCode()).isEqualTo(code);
    assertThat(thrown.getSQLState()).isEqualTo(state);
    assertThat(thrown.getClass().getSimpleName()).isEqualTo("SQL" + type + "Exception");
  }

  /** A listener that passes on an error of the database takes its number away. */
  @ParameterizedTest
  @CsvSource({
    "12514, 12514, 08006, Recoverable",
    "12505, 12505, 66000, ''",
    "12516, 12516, 66000, ''",
    "12518, 12518, 66000, ''",
    "12519, 12519, 66000, ''",
    "12520, 12520, 66000, ''",
    "12523, 12523, 66000, ''",
    "12526, 12526, 66000, ''",
    "12527, 12527, 66000, ''",
    "12528, 12528, 66000, ''",
    "12541, 12541, 66000, ''",
    "18, 12564, 66000, ''",
    "1017, 12564, 66000, ''",
    "2391, 12564, 66000, ''",
    "28000, 28000, 99999, ''",
    "56611, 56611, 99999, ''"
  })
  void refusal(int code, int told, String state, String type) {
    try (TnsListener listener = new TnsListener(Reply.refuse(code))) {
      assertError(OracleStandIn.refusal(listener.url("/sales")), told, state, type);
    }
  }

  @Test
  void listenerThatHangsUp() {
    try (TnsListener listener = new TnsListener(Reply.drop())) {
      assertError(OracleStandIn.refusal(listener.url("/sales")), 17800, "72000", "");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "18, 61000, Recoverable",
    "20, 61000, Recoverable",
    "1033, 08006, Recoverable",
    "1017, 72000, ''",
    "2391, 61000, ''",
    "28000, 99999, ''",
    "56611, 99999, ''"
  })
  void errorAtLogon(int code, String state, String type) {
    try (OracleStandIn oracle = new OracleStandIn()) {
      oracle.script().always(Kind.LOGON, Answer.error(code));
      assertError(OracleStandIn.refusal(oracle.url()), code, state, type);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "28, 08006, Recoverable, true",
    "31, 08006, Recoverable, false",
    "1012, 72000, '', true",
    "1089, 08006, Recoverable, false",
    "2396, 61000, '', false",
    "2399, 61000, '', false",
    "3113, 08006, Recoverable, true",
    "3114, 08006, Recoverable, true",
    "3135, 63000, '', false",
    "1, 23000, IntegrityConstraintViolation, false",
    "54, 61000, '', false",
    "942, 42000, SyntaxError, false",
    "1013, 72000, Timeout, false",
    "4068, 72000, '', false",
    "8177, 72000, '', false"
  })
  void errorOfAStatement(int code, String state, String type, boolean closed) throws SQLException {
    try (OracleStandIn oracle = new OracleStandIn();
        Connection session = OracleStandIn.connect(oracle.url());
        Statement statement = session.createStatement()) {
      oracle.script().once(Kind.STATEMENT, Answer.error(code));
      SQLException thrown =
          catchThrowableOfType(SQLException.class, () -> statement.execute("begin coat; end;"));
      assertError(thrown, code, state, type);
      assertThat(session.isClosed()).isEqualTo(closed);
      assertThat(session.isValid(5)).isEqualTo(!closed);
    }
  }

  @Test
  void socketThatDiesInMidCall() throws SQLException {
    try (OracleStandIn oracle = new OracleStandIn()) {
      Connection session = OracleStandIn.connect(oracle.url());
      oracle.script().once(Kind.STATEMENT, Answer.hangUp());
      SQLException thrown =
          catchThrowableOfType(
              SQLException.class, () -> session.createStatement().execute("begin coat; end;"));
      assertError(thrown, 3113, "08006", "Recoverable");
      assertThat(session.isClosed()).isTrue();
    }
  }
}
