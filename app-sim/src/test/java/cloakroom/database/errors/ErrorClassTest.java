package cloakroom.database.errors;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table: each row counts, once, both databases are covered, wherever in a chain the code is.
 */
final class ErrorClassTest {
  /** Classes that no code of a database stands for. */
  private static final Set<ErrorClass> WITHOUT_CODES =
      EnumSet.of(ErrorClass.POOL_EXHAUSTED, ErrorClass.OTHER);

  static Stream<ErrorCode> rows() {
    return Arrays.stream(ErrorClass.values()).flatMap(type -> ErrorCode.of(type).stream());
  }

  @Test
  void code_isInOneClassOnly() {
    assertThat(rows().map(ErrorCode::toString)).doesNotHaveDuplicates().hasSizeGreaterThan(80);
  }

  @ParameterizedTest
  @EnumSource
  void class_hasCodesOfBothDatabases(ErrorClass type) {
    Set<DatabaseKind> makers =
        ErrorCode.of(type).stream().map(ErrorCode::maker).collect(Collectors.toSet());
    assertThat(makers)
        .isEqualTo(WITHOUT_CODES.contains(type) ? Set.of() : EnumSet.allOf(DatabaseKind.class));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void row_isFound(ErrorCode row) {
    for (SQLException thrown : thrownWith(row)) {
      assertThat(SqlErrors.inUse(thrown)).as("%s", thrown).isEqualTo(row.type());
    }
  }

  /** Both ends of a range, any state of a class. */
  private static List<SQLException> thrownWith(ErrorCode code) {
    if (code.maker() == DatabaseKind.ORACLE) {
      return Arrays.stream(code.code().split("-", -1))
          .map(number -> new SQLException("no", "99999", Integer.parseInt(number)))
          .toList();
    }
    String state = code.code().length() == 2 ? code.code() + "999" : code.code();
    return List.of(new SQLException("FATAL: " + code.text() + " (7)", state));
  }

  @ParameterizedTest
  @CsvSource({
    "53400, 0, a limit that is none of sessions",
    "0A000, 0, a feature that is missing",
    "23505, 0, a duplicate key",
    "23000, 1, the same on Oracle",
    "42000, 942, no such table",
    "99999, 99999, a code of nobody",
    "XX000, 0, an internal error",
    "0, 0, a state too short to be one",
    ", 0, lost for words",
    "99999, 12149, a code before the network's",
    "99999, 12700, a code behind them",
    "99999, 17907, a code behind the driver's connection failures"
  })
  void codeThatTheTableLacks_isOther(String state, int code, String what) {
    assertThat(SqlErrors.inUse(new SQLException(what, state, code))).isEqualTo(ErrorClass.OTHER);
    assertThat(SqlErrors.inUse(new IllegalStateException(what))).isEqualTo(ErrorClass.OTHER);
  }

  @ParameterizedTest
  @CsvSource({
    "66000, 12535, SERVICE_DOWN",
    "66000, 12516, POOL_OR_PROCESS_LIMIT",
    "66000, 12505, CONFIGURATION",
    "08006, 12514, SERVICE_DOWN",
    "08006, 12170, SERVICE_DOWN",
    "08006, 0, SESSION_DEAD",
    "08001, 0, SERVICE_DOWN"
  })
  void numberGoesBeforeState_andSingleBeforeItsRange(String state, int code, ErrorClass type) {
    assertThat(SqlErrors.inUse(new SQLException("no", state, code))).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({
    "08006, SERVICE_DOWN",
    "57P03, SERVICE_DOWN",
    "53300, POOL_OR_PROCESS_LIMIT",
    "28000, CONFIGURATION"
  })
  void whileConnecting_noSessionCanDie(String state, ErrorClass type) {
    assertThat(SqlErrors.connecting(new SQLException("x", state))).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({
    "FATAL: no more connections allowed (max_client_conn), POOL_OR_PROCESS_LIMIT",
    "FATAL: client connections exceeded (max_db_client_connections), POOL_OR_PROCESS_LIMIT",
    "FATAL: query_wait_timeout, POOL_OR_PROCESS_LIMIT",
    "'FATAL: server login has been failing, try again later (server_login_retry)', SERVICE_DOWN",
    "FATAL: no such database: coats, CONFIGURATION",
    "FATAL: server conn crashed?, SESSION_DEAD",
    "FATAL: client_idle_timeout, SESSION_DEAD"
  })
  void poolersWords_decideWhereItsStateDoesNot(String message, ErrorClass type) {
    assertThat(SqlErrors.inUse(new SQLException(message, "08P01"))).isEqualTo(type);
  }

  @Test
  void causeBelowThePoolsOwnErrors_decides() {
    SQLException listener = new SQLException("no handler\n", "66000", 12520);
    SQLException pool =
        new SQLException(
            "UCP-29",
            null,
            29,
            new IllegalStateException(new SQLException("UCP-45003", null, 45003, listener)));
    assertThat(SqlErrors.inUse(pool)).isEqualTo(ErrorClass.POOL_OR_PROCESS_LIMIT);
    assertThat(SqlErrors.informative(pool) == listener).isTrue();
    assertThat(SqlErrors.oneLine(pool)).as("one line").isEqualTo("no handler");
  }
}
