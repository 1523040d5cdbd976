package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.contract.Password;
import cloakroom.database.Await;
import cloakroom.database.EnvironmentException;
import cloakroom.database.errors.SqlErrors;
import cloakroom.database.url.UrlDatabase;
import cloakroom.standin.Journal.Call;
import cloakroom.standin.OracleStandIn;
import cloakroom.standin.Script.Answer;
import cloakroom.standin.TnsListener.Reply;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A listener's or database's refusal reaches the user with its number, whatever lies between. */
@Tag("full")
final class OracleRefusalTest extends OracleSources {
  static Stream<Arguments> refusals() {
    Map<Integer, ErrorClass> codes =
        Map.of(
            12514, ErrorClass.SERVICE_DOWN,
            12520, ErrorClass.POOL_OR_PROCESS_LIMIT,
            12505, ErrorClass.CONFIGURATION,
            20, ErrorClass.POOL_OR_PROCESS_LIMIT,
            1017, ErrorClass.CONFIGURATION);
    return Stream.of(PoolKind.values())
        .flatMap(
            kind ->
                codes.entrySet().stream()
                    .map(code -> Arguments.of(kind, code.getKey(), code.getValue())));
  }

  /** The listener's, or the database's at the log-on, begin after the source has opened. */
  @ParameterizedTest
  @MethodSource("refusals")
  void refusal_failsOpeningAndBorrow_withItsNumber(PoolKind kind, int code, ErrorClass expected) {
    try (ConnectionSource source = openImpatient(kind)) {
      if (code > 12_000) {
        oracle.listener().answer(Reply.refuse(code));
      } else {
        oracle.script().always(Call.Kind.LOGON, Answer.error(code));
      }
      assertRefused(refusedOpening(kind), code, expected);
      assertRefused(refusedBorrow(source, code), code, expected);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "HIKARI")
  void refusedBorrow_isNotTriedAgain(PoolKind kind) {
    try (ConnectionSource source = open(settings(kind))) {
      oracle.listener().answer(Reply.refuse(12514));
      int before = oracle.listener().requests().size();
      ConnectionException thrown = ServerUnderTest.refusal(source);
      assertThat(SqlErrors.informative(thrown).getErrorCode()).isEqualTo(12514);
      assertThat(oracle.listener().requests()).hasSize(before + 1);
    }
  }

  /** HikariCP tries again whatever the refusal is, the others only while the server is full. */
  @ParameterizedTest
  @CsvSource({"HIKARI, 12514", "HIKARI, 12516", "UCP, 12516", "AGROAL, 12516", "DBCP2, 12516"})
  void borrow_refusedByAFullServer_isTriedAgain(PoolKind kind, int code) throws Exception {
    try (ConnectionSource source = open(settings(kind))) {
      oracle.listener().answer(Reply.refuse(code));
      int before = oracle.listener().requests().size();
      CompletableFuture<Void> borrow = CompletableFuture.runAsync(() -> source.borrow().close());
      Await.until("tried again", () -> oracle.listener().requests().size() > before + 1);
      assertThat(borrow).isNotDone();
      oracle.listener().answer(Reply.accept());
      borrow.get();
    }
  }

  @ParameterizedTest
  @EnumSource
  void refusalThatEnds_isForgotten(PoolKind kind) {
    try (ConnectionSource source = openImpatient(kind)) {
      oracle.listener().answer(Reply.refuse(12516));
      refusedBorrow(source, 12516);
      oracle.listener().answer(Reply.accept());
      try (Lease lease = ServerUnderTest.lend(source::borrow)) {
        assertThat(source.statistics().get(Counter.CONNECTIONS_OPEN)).isEqualTo(1);
        lease.rollback();
      }
    }
  }

  @Test
  void refusal_isOneLineForTheUser() {
    oracle.listener().answer(Reply.refuse(12520));
    String url = oracle.url() + ":pooled";
    assertThat(userIsTold(url, OracleStandIn.PASSWORD))
        .contains("no pooled server of service sales at", "start that type", url);
  }

  @Test
  void wrongPassword_isOneLineForTheUser() {
    assertThat(userIsTold(oracle.url(), "tiger-18-wrong"))
        .contains("refuses user scott", "CLOAKROOM_DB_PASSWORD");
  }

  private static String userIsTold(String url, String password) {
    EnvironmentException thrown =
        catchThrowableOfType(
            EnvironmentException.class,
            () -> UrlDatabase.open(url, OracleStandIn.USER, Password.of(password)));
    assertThat(thrown.getMessage()).doesNotContain("\n").doesNotContain(password);
    return thrown.getMessage();
  }

  private ConnectionSource openImpatient(PoolKind kind) {
    return open(settings(kind).borrowWait(ServerUnderTest.REFUSED_WAIT));
  }

  private ConnectionException refusedOpening(PoolKind kind) {
    return catchThrowableOfType(
        ConnectionException.class, () -> ConnectionSources.open(settings(kind).build()).close());
  }

  private static ConnectionException refusedBorrow(ConnectionSource source, int code) {
    return ServerUnderTest.refusal(
        () -> ServerUnderTest.refusal(source),
        thrown -> SqlErrors.informative(thrown).getErrorCode() == code);
  }

  private static void assertRefused(ConnectionException thrown, int code, ErrorClass expected) {
    assertThat(SqlErrors.informative(thrown).getErrorCode()).isEqualTo(code);
    assertThat(thrown.kind()).isEqualTo(expected);
    assertThat(thrown.getMessage()).doesNotContain("\n").doesNotContain(OracleStandIn.PASSWORD);
  }
}
