package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.database.Await;
import cloakroom.database.errors.SqlErrors;
import cloakroom.standin.Journal.Call;
import cloakroom.standin.Script.Answer;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which error of Oracle's costs a session, in every pool alike. */
@Tag("full")
final class OracleEvictionTest extends OracleSources {
  private ConnectionSource open(PoolKind kind) {
    return openWarm(settings(kind));
  }

  private SQLException failed(Lease lease, int code) {
    oracle.script().once(Call.Kind.STATEMENT, Answer.error(code));
    SQLException thrown =
        catchThrowableOfType(SQLException.class, () -> execute(lease.jdbc(), "begin coat; end;"));
    assertThat(thrown.getErrorCode()).isEqualTo(code);
    return thrown;
  }

  /** The sessions that served both borrowers. */
  private List<Integer> sessions() {
    return oracle.journal().calls().stream()
        .filter(call -> call.kind() == Call.Kind.STATEMENT)
        .map(Call::session)
        .distinct()
        .toList();
  }

  private static void borrowAgain(ConnectionSource source) throws SQLException {
    try (Lease bob = source.borrow()) {
      execute(bob.jdbc(), "begin cloak; end;");
    }
  }

  /** As the application does it: the lease is told of the error; every code by one pool. */
  @ParameterizedTest
  @CsvSource({
    "true, 2396 2399 3135 28 1012 3113",
    "false, 1 54 60 942 4061 4068 8177 1555",
  })
  void sessionThatIsDead_isNotHandedOutAgain_andNoOtherIsEnded(boolean dead, String codes)
      throws SQLException {
    List<String> all = List.of(codes.split(" ", -1));
    for (String each : all) {
      int code = Integer.parseInt(each);
      boolean first = each.equals(all.get(0));
      for (PoolKind kind :
          first ? EnumSet.complementOf(EnumSet.of(PoolKind.NONE)) : EnumSet.of(PoolKind.HIKARI)) {
        try (ConnectionSource source = open(kind)) {
          try (Lease alice = source.borrow()) {
            ConnectionException told = alice.failure("reading", failed(alice, code));
            assertThat(SqlErrors.informative(told).getErrorCode()).isEqualTo(code);
            assertThat(told.kind() == ErrorClass.SESSION_DEAD).as(each).isEqualTo(dead);
          }
          borrowAgain(source);
          assertThat(sessions()).as("%s, %s", kind, each).hasSize(dead ? 2 : 1);
          assertThat(oracle.journal().count(Call.Kind.LOGON)).isEqualTo(dead ? 1 : 0);
        }
      }
    }
  }

  /** Nobody told the lease: these evict by our table, whatever the session answers later. */
  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "AGROAL"})
  void poolThatSeesErrors_evictsByItself(PoolKind kind) throws SQLException {
    for (int code : new int[] {28, 1012, 2396, 2399, 3113, 3135}) {
      try (ConnectionSource source = open(kind)) {
        try (Lease alice = source.borrow()) {
          failed(alice, code);
        }
        borrowAgain(source);
        assertThat(sessions()).as("%d", code).hasSize(2);
      }
    }
  }

  /** A pool may close it aside, and end before it has. UCP's books are its own here. */
  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "UCP")
  void sessionEvictedJustBeforeTheEnd_isClosed(PoolKind kind) throws SQLException {
    for (int code : new int[] {28, 3113}) {
      ConnectionSource source = open(kind);
      try (Lease alice = source.borrow()) {
        failed(alice, code);
      }
      source.close();
      Await.until(
          code + ": no session left", () -> source.statistics().get(Counter.CONNECTIONS_OPEN) == 0);
    }
  }

  /** Nobody told the lease: a server that ended a session refuses the cleaning, or the question. */
  @ParameterizedTest
  @MethodSource("poolsAndHygienes")
  void endedSession_isFoundOut(PoolKind kind, Hygiene hygiene) throws SQLException {
    try (ConnectionSource source = openWarm(settings(kind).hygiene(hygiene))) {
      try (Lease alice = source.borrow()) {
        failed(alice, 2396);
        oracle.script().once(Call.Kind.ROLLBACK, Answer.error(1012));
        oracle.script().once(Call.Kind.PING, Answer.error(1012));
      }
      borrowAgain(source);
      assertThat(sessions()).hasSize(2);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void idleTimeAtBorrow_costsOneLogon_andTheBorrowerSeesNothing(PoolKind kind) throws SQLException {
    try (ConnectionSource source = open(kind)) {
      oracle.script().once(Call.Kind.PING, Answer.error(2396));
      borrowAgain(source);
      assertThat(oracle.journal().count(Call.Kind.LOGON)).isEqualTo(1);
      assertThat(sessions()).hasSize(1);
      assertThat(source.statistics().get(Counter.BORROW_TIMEOUTS)).isZero();
      Await.until(
          "the dead one is closed", () -> source.statistics().get(Counter.CONNECTIONS_OPEN) == 1);
    }
  }
}
