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

/** Each row of codes.txt is used, once; both databases are covered. */
final class ErrorClassTest {
  /** Classes without codes of a database. */
  private static final Set<ErrorClass> WITHOUT_CODES =
      EnumSet.of(ErrorClass.POOL_EXHAUSTED, ErrorClass.OTHER);

  static Stream<ErrorCode> rows() {
    return Arrays.stream(ErrorClass.values()).flatMap(type -> ErrorCode.of(type).stream());
  }

  @Test
  void codes_areInOneClassEach() {
    assertThat(rows().map(ErrorCode::toString)).doesNotHaveDuplicates().hasSizeGreaterThan(80);
  }

  @ParameterizedTest
  @EnumSource
  void errorClass_hasCodesOfBothDatabases(ErrorClass type) {
    Set<DatabaseKind> makers =
        ErrorCode.of(type).stream().map(ErrorCode::maker).collect(Collectors.toSet());
    assertThat(makers)
        .isEqualTo(WITHOUT_CODES.contains(type) ? Set.of() : EnumSet.allOf(DatabaseKind.class));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void classifyInUse_codeOfRow_returnsItsClass(ErrorCode row) {
    for (SQLException thrown : thrownWith(row)) {
      assertThat(SqlErrors.classifyInUse(thrown)).as("%s", thrown).isEqualTo(row.type());
    }
  }

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
    "53400, 0, a limit that is not of sessions",
    "0A000, 0, a feature that is missing",
    "23505, 0, a duplicate key",
    "23000, 1, the same on Oracle",
    "42000, 942, no such table",
    "99999, 99999, an unknown code",
    "XX000, 0, an internal error",
    "0, 0, a state too short to be one",
    ", 0, no message",
    "99999, 12149, a code before the network's",
    "99999, 12700, a code after them",
    "99999, 17907, a code after the driver's connection failures"
  })
  void classifyInUse_unknownCode_isOther(String state, int code, String what) {
    assertThat(SqlErrors.classifyInUse(new SQLException(what, state, code)))
        .isEqualTo(ErrorClass.OTHER);
    assertThat(SqlErrors.classifyInUse(new IllegalStateException(what)))
        .isEqualTo(ErrorClass.OTHER);
  }

  @ParameterizedTest
  @CsvSource({
    "08006, SERVICE_DOWN",
    "57P03, SERVICE_DOWN",
    "53300, POOL_OR_PROCESS_LIMIT",
    "28000, CONFIGURATION"
  })
  void classifyConnect_deadSession_isServiceDown(String state, ErrorClass type) {
    assertThat(SqlErrors.classifyConnect(new SQLException("x", state))).isEqualTo(type);
  }

  @ParameterizedTest
  @CsvSource({
    // a number has priority over a state, a single one over its range
    "no, 66000, 12535, SERVICE_DOWN",
    "no, 66000, 12516, POOL_OR_PROCESS_LIMIT",
    "no, 66000, 12505, CONFIGURATION",
    "no, 08006, 12514, SERVICE_DOWN",
    "no, 08006, 12170, SERVICE_DOWN",
    "no, 08006, 0, SESSION_DEAD",
    "no, 08001, 0, SERVICE_DOWN",
    // PgBouncer's message decides
    "FATAL: no more connections allowed (max_client_conn), 08P01, 0, POOL_OR_PROCESS_LIMIT",
    "FATAL: client connections exceeded (max_db_connections), 08P01, 0, POOL_OR_PROCESS_LIMIT",
    "FATAL: query_wait_timeout, 08P01, 0, POOL_OR_PROCESS_LIMIT",
    "FATAL: server login has been failing (server_login_retry), 08P01, 0, SERVICE_DOWN",
    "FATAL: no such database: coats, 08P01, 0, CONFIGURATION",
    "FATAL: server conn crashed?, 08P01, 0, SESSION_DEAD",
    "FATAL: client_idle_timeout, 08P01, 0, SESSION_DEAD"
  })
  void classifyInUse_severalMatchingRows_takesTheMostSpecific(
      String message, String state, int code, ErrorClass type) {
    assertThat(SqlErrors.classifyInUse(new SQLException(message, state, code))).isEqualTo(type);
  }

  @Test
  void informative_causeBelowPoolErrors_isUsed() {
    SQLException listener = new SQLException("no handler\n", "66000", 12520);
    SQLException pool =
        new SQLException(
            "UCP-29",
            null,
            29,
            new IllegalStateException(new SQLException("UCP-45003", null, 45003, listener)));
    assertThat(SqlErrors.classifyInUse(pool)).isEqualTo(ErrorClass.POOL_OR_PROCESS_LIMIT);
    assertThat(SqlErrors.informative(pool) == listener).isTrue();
    assertThat(SqlErrors.oneLine(pool)).as("one line").isEqualTo("no handler");
  }
}
