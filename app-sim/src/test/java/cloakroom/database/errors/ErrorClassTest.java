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

/** The table as a whole: each row counts, once, and both databases are covered. */
final class ErrorClassTest {
  /** Classes that no code of a database stands for. */
  private static final Set<ErrorClass> WITHOUT_CODES =
      EnumSet.of(ErrorClass.POOL_EXHAUSTED, ErrorClass.OTHER);

  private static Stream<ErrorCode> codes() {
    return Arrays.stream(ErrorClass.values()).flatMap(type -> ErrorCodes.of(type).stream());
  }

  @Test
  void code_isInOneClassOnly() {
    List<String> all = codes().map(ErrorCode::toString).toList();
    assertThat(all).doesNotHaveDuplicates().hasSizeGreaterThan(80);
  }

  @ParameterizedTest
  @EnumSource
  void class_hasCodesOfBothDatabases(ErrorClass type) {
    Set<DatabaseKind> makers =
        ErrorCodes.of(type).stream().map(ErrorCode::maker).collect(Collectors.toSet());
    assertThat(makers)
        .isEqualTo(WITHOUT_CODES.contains(type) ? Set.of() : EnumSet.allOf(DatabaseKind.class));
  }

  static Stream<ErrorTable.Row> rows() {
    return Arrays.stream(ErrorClass.values())
        .flatMap(type -> ErrorCodes.of(type).stream().map(code -> new ErrorTable.Row(type, code)));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void row_isFound(ErrorTable.Row row) {
    for (SQLException thrown : thrownWith(row.code())) {
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
  @EnumSource
  void class_hasAKeyAndAMeaning(ErrorClass type) {
    assertThat(type.key()).matches("[a-z][a-zA-Z]+");
    assertThat(type.meaning()).isNotBlank();
    assertThat(Arrays.stream(ErrorClass.values()).map(ErrorClass::key))
        .containsOnlyOnce(type.key());
  }

  @ParameterizedTest
  @CsvSource({
    "57014, 0, a statement out of time",
    "72000, 1013, the same on Oracle",
    "53400, 0, a limit that is none of sessions",
    "0A000, 0, a feature that is missing",
    "23505, 0, a duplicate key",
    "23000, 1, the same on Oracle",
    "42000, 942, no such table",
    "99999, 99999, a code of nobody",
    "XX000, 0, an internal error",
    "0, 0, a state too short to be one",
    "99999, 12149, a code before the network's",
    "99999, 12700, a code behind them",
    "99999, 17907, a code behind the driver's connection failures"
  })
  void codeThatTheTableLacks_isOther(String state, int code, String what) {
    assertThat(SqlErrors.inUse(new SQLException(what, state, code))).isEqualTo(ErrorClass.OTHER);
  }

  @Test
  void errorWithoutAnyCode_isOther() {
    assertThat(SqlErrors.inUse(new SQLException("lost for words"))).isEqualTo(ErrorClass.OTHER);
    assertThat(SqlErrors.inUse(new IllegalStateException())).isEqualTo(ErrorClass.OTHER);
  }

  @ParameterizedTest
  @CsvSource({
    "12535, SERVICE_DOWN",
    "12516, POOL_OR_PROCESS_LIMIT",
    "12505, CONFIGURATION",
    "12154, CONFIGURATION"
  })
  void singleCode_goesBeforeTheRangeItLiesIn(int code, ErrorClass type) {
    assertThat(SqlErrors.inUse(new SQLException("no", "66000", code))).isEqualTo(type);
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
  void onlyAnEndedSession_isEvicted() {
    assertThat(Arrays.stream(ErrorClass.values()).filter(ErrorClass::endsSession))
        .containsExactly(ErrorClass.SERVICE_DOWN, ErrorClass.SESSION_DEAD);
  }
}
