package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.contract.ErrorClass;
import cloakroom.standin.Answer;
import cloakroom.standin.Call;
import cloakroom.standin.OracleStandIn;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which error of Oracle's costs a session, in both pools alike. */
@Tag("ojdbc-23")
@Timeout(60)
final class OracleEvictionTest {
  private static final int[] DEAD = {2396, 2399, 3135, 28, 1012, 3113};
  private static final int[] ALIVE = {1, 54, 60, 942, 4061, 4068, 8177, 1555};

  private final OracleStandIn oracle = new OracleStandIn();

  @AfterEach
  void close() {
    oracle.close();
  }

  static Stream<Arguments> dead() {
    return withPools(DEAD);
  }

  static Stream<Arguments> alive() {
    return withPools(ALIVE);
  }

  static Stream<Arguments> poolsAndHygienes() {
    return Stream.of(PoolKind.HIKARI, PoolKind.UCP)
        .flatMap(kind -> Stream.of(Hygiene.values()).map(h -> Arguments.of(kind, h)));
  }

  private static Stream<Arguments> withPools(int[] codes) {
    return Stream.of(PoolKind.HIKARI, PoolKind.UCP)
        .flatMap(kind -> IntStream.of(codes).mapToObj(code -> Arguments.of(kind, code)));
  }

  private ConnectionSource open(PoolKind kind) {
    return OracleSources.openWarm(oracle, OracleSources.settings(oracle, kind));
  }

  private SQLException failed(Lease lease, int code) {
    oracle.script().once(Call.Kind.STATEMENT, Answer.error(code));
    SQLException thrown =
        catchThrowableOfType(
            SQLException.class, () -> OracleSources.execute(lease.jdbc(), "begin coat; end;"));
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

  /** As the application does it: the lease is told of the error. */
  private void useAfterError(PoolKind kind, int code, boolean ends) throws SQLException {
    try (ConnectionSource source = open(kind)) {
      try (Lease alice = source.borrow()) {
        ConnectionException told = alice.failure("reading", failed(alice, code));
        assertThat(told.vendorCode()).isEqualTo(code);
        assertThat(told.kind() == ErrorClass.SESSION_DEAD).isEqualTo(ends);
      }
      borrowAgain(source);
    }
  }

  private static void borrowAgain(ConnectionSource source) throws SQLException {
    try (Lease bob = source.borrow()) {
      OracleSources.execute(bob.jdbc(), "begin cloak; end;");
    }
  }

  @ParameterizedTest
  @MethodSource("dead")
  void sessionThatIsDead_isNotHandedOutAgain(PoolKind kind, int code) throws SQLException {
    useAfterError(kind, code, true);
    assertThat(sessions()).hasSize(2);
    assertThat(oracle.journal().count(Call.Kind.LOGON)).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("alive")
  void sessionThatLives_isKept(PoolKind kind, int code) throws SQLException {
    useAfterError(kind, code, false);
    assertThat(sessions()).hasSize(1);
    assertThat(oracle.journal().count(Call.Kind.LOGON)).isZero();
  }

  /** Nobody told the lease: HikariCP evicts by our table, whatever the session answers later. */
  @ParameterizedTest
  @ValueSource(ints = {28, 1012, 2396, 2399, 3113, 3135})
  void hikari_evictsByItself(int code) throws SQLException {
    try (ConnectionSource source = open(PoolKind.HIKARI)) {
      try (Lease alice = source.borrow()) {
        failed(alice, code);
      }
      borrowAgain(source);
      assertThat(sessions()).hasSize(2);
    }
  }

  /** Nobody told the lease: a server that ended a session refuses the cleaning, or the question. */
  @ParameterizedTest
  @MethodSource("poolsAndHygienes")
  void endedSession_isFoundOut(PoolKind kind, Hygiene hygiene) throws SQLException {
    try (ConnectionSource source =
        OracleSources.openWarm(oracle, OracleSources.settings(oracle, kind).hygiene(hygiene))) {
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
  @EnumSource(names = {"HIKARI", "UCP"})
  void idleTimeAtBorrow_costsOneLogon_andTheBorrowerSeesNothing(PoolKind kind) throws SQLException {
    try (ConnectionSource source = open(kind)) {
      oracle.script().once(Call.Kind.PING, Answer.error(2396));
      borrowAgain(source);
      assertThat(oracle.journal().count(Call.Kind.LOGON)).isEqualTo(1);
      assertThat(sessions()).hasSize(1);
      assertThat(source.statistics().timeouts()).isZero();
      assertThat(source.statistics().open()).isEqualTo(1);
    }
  }
}
