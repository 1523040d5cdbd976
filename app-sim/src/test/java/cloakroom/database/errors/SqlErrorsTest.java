package cloakroom.database.errors;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.ErrorClass;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Errors are told apart by number and state, wherever in the chain they are. */
final class SqlErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "08006, 0, SESSION_DEAD",
    "57P01, 0, SESSION_DEAD",
    "57P02, 0, SESSION_DEAD",
    "53300, 0, POOL_OR_PROCESS_LIMIT",
    "28P01, 0, CONFIGURATION",
    "3D000, 0, CONFIGURATION",
    "40001, 0, SERIALIZATION",
    "40P01, 0, LOCK",
    "55P03, 0, LOCK",
    "23505, 0, OTHER",
    "66000, 12516, POOL_OR_PROCESS_LIMIT",
    "66000, 12520, POOL_OR_PROCESS_LIMIT",
    "08006, 12514, SERVICE_DOWN",
    "66000, 12541, SERVICE_DOWN",
    "08006, 12170, SERVICE_DOWN",
    "72000, 1017, CONFIGURATION",
    "61000, 2396, SESSION_DEAD",
    "08006, 17002, SESSION_DEAD",
    "72000, 4068, STATE_LOST",
    "61000, 54, LOCK",
    "72000, 8177, SERIALIZATION",
    "42000, 942, OTHER"
  })
  void error_inUse(String state, int code, ErrorClass kind) {
    assertThat(SqlErrors.inUse(new SQLException("x", state, code))).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "08001, SERVICE_DOWN",
    "57P03, SERVICE_DOWN",
    "53300, POOL_OR_PROCESS_LIMIT",
    "28000, CONFIGURATION"
  })
  void error_whileConnecting(String state, ErrorClass kind) {
    assertThat(SqlErrors.connecting(new SQLException("x", state))).isEqualTo(kind);
  }

  @Test
  void cause_belowThePoolsOwnErrors_decides() {
    SQLException listener = new SQLException("no handler", "66000", 12520);
    SQLException pool =
        new SQLException(
            "UCP-29",
            null,
            29,
            new IllegalStateException(new SQLException("UCP-45003", null, 45003, listener)));
    assertThat(SqlErrors.inUse(pool)).isEqualTo(ErrorClass.POOL_OR_PROCESS_LIMIT);
    assertThat(SqlErrors.informative(pool) == listener).isTrue();
    assertThat(SqlErrors.oneLine(pool)).isEqualTo("no handler");
  }

  @Test
  void message_isOneLine() {
    assertThat(SqlErrors.oneLine(new SQLException("ERROR: no\n  Detail: none\n", "42000")))
        .isEqualTo("ERROR: no Detail: none");
  }
}
