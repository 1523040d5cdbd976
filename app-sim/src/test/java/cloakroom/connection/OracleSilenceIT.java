package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.Counter;
import cloakroom.contract.ErrorClass;
import cloakroom.database.Await;
import cloakroom.standin.Journal.Call;
import cloakroom.standin.OracleStandIn;
import cloakroom.standin.Script.Answer;
import cloakroom.standin.TnsListener.Reply;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A server that says nothing holds no borrower longer than the settings allow, in any pool. */
@Tag("full")
@Execution(ExecutionMode.CONCURRENT) // most of the time they wait
final class OracleSilenceIT extends OracleSources {
  private static final Duration LOGIN = Duration.ofSeconds(1);
  private static final int READ_MILLIS = 300;

  /** Where a server that is being connected to can fall silent. */
  private enum Silence {
    BEFORE_ACCEPT,
    AT_LOGON;

    void fallOver(OracleStandIn oracle) {
      switch (this) {
        case BEFORE_ACCEPT -> oracle.listener().answer(Reply.silence());
        case AT_LOGON -> oracle.script().always(Call.Kind.LOGON, Answer.silence());
      }
    }
  }

  static Stream<Arguments> silences() {
    return Stream.of(PoolKind.values())
        .flatMap(kind -> Stream.of(Silence.values()).map(s -> Arguments.of(kind, s)));
  }

  /** For a server that is silent from the start; the read time-out must not be what helps. */
  private ConnectionSettings impatient(PoolKind kind) {
    return settings(kind).login(LOGIN);
  }

  /** As when the server falls silent after the source has opened. */
  private static ConnectionSource unchecked(ConnectionSettings builder) throws SQLException {
    ConnectionSettings settings = builder.name("silent-" + UUID.randomUUID()).build();
    return new LeasingSource(
        settings, Dialect.ORACLE, new PhysicalSource(settings, Dialect.ORACLE));
  }

  /** On a separate thread: no interrupt ends a driver's wait on a socket. */
  private <T> T bounded(String what, Callable<T> work) {
    try {
      return assertTimeoutPreemptively(Await.LIMIT, work::call, what + " hangs");
    } catch (AssertionError hanging) {
      oracle.close(); // or the test would hang too, when it closes what it opened
      throw hanging;
    }
  }

  @Test
  void silentListener_failsTheOpening() {
    Silence.BEFORE_ACCEPT.fallOver(oracle);
    ConnectionException thrown =
        bounded(
            "an opening",
            () ->
                catchThrowableOfType(
                    ConnectionException.class,
                    () -> ConnectionSources.open(impatient(PoolKind.NONE).build()).close()));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
  }

  @ParameterizedTest
  @MethodSource("silences")
  void silentServer_holdsNoBorrower(PoolKind kind, Silence silence) {
    silence.fallOver(oracle);
    ConnectionException thrown =
        bounded(
            "a borrow",
            () ->
                ServerUnderTest.refusal(
                    () -> refusedBySilence(kind),
                    refused -> !refused.getMessage().endsWith("last cause: none")));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
  }

  private ConnectionException refusedBySilence(PoolKind kind) throws SQLException {
    try (ConnectionSource source = unchecked(impatient(kind).borrowWait(Duration.ofMillis(500)))) {
      ConnectionException thrown = ServerUnderTest.refusal(source);
      assertThat(source.statistics().get(Counter.CONNECTIONS_IN_USE)).isZero();
      Await.until("no thread inside the driver", () -> oracle.listener().clients() == 0);
      return thrown;
    }
  }

  /** A second borrower with room for another connection waits for its own connect. */
  @ParameterizedTest
  @CsvSource({"HIKARI, 1", "UCP, 1", "UCP, 2", "AGROAL, 1", "AGROAL, 2", "DBCP2, 1", "DBCP2, 2"})
  void connectThatHangs_isTheCauseForTheNextBorrowerToo(PoolKind kind, int size) throws Exception {
    Silence.BEFORE_ACCEPT.fallOver(oracle);
    ConnectionSettings settings =
        settings(kind).pool(kind, size).login(size > 1 ? LOGIN : Await.LIMIT);
    try (ConnectionSource source = unchecked(settings.borrowWait(Duration.ofMillis(300)))) {
      Thread first = new Thread(() -> ServerUnderTest.refusal(source), "first");
      first.start();
      Await.until("a connect that hangs", () -> oracle.listener().clients() > 0);
      ConnectionException second = bounded("a borrow", () -> ServerUnderTest.refusal(source));
      assertThat(second.kind()).as(second.getMessage()).isEqualTo(ErrorClass.SERVICE_DOWN);
      assertThat(second.getMessage()).doesNotEndWith("last cause: none");
      oracle.close(); // which ends the connect that hangs
      first.join();
    }
  }

  @ParameterizedTest
  @EnumSource
  void silenceInMidCall_endsTheSession_andTheNextBorrowerHasAnother(PoolKind kind)
      throws SQLException {
    try (ConnectionSource source = openWarm(settings(kind))) {
      try (Lease alice = source.borrow()) {
        oracle.script().once(Call.Kind.STATEMENT, Answer.silence());
        alice.jdbc().setNetworkTimeout(Runnable::run, READ_MILLIS);
        SQLException thrown = bounded("a statement", () -> failure(alice));
        assertThat(ConnectionException.inUse("reading", thrown).kind())
            .isEqualTo(ErrorClass.SESSION_DEAD);
      }
      try (Lease bob = bounded("a borrow", source::borrow)) {
        execute(bob.jdbc(), "begin coat; end;");
      }
      assertThat(oracle.journal().count(Call.Kind.LOGON)).isEqualTo(kind == PoolKind.NONE ? 2 : 1);
    }
  }

  private static SQLException failure(Lease lease) {
    return catchThrowableOfType(
        SQLException.class, () -> execute(lease.jdbc(), "begin coat; end;"));
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void silenceAtValidation_costsOneLogon(PoolKind kind) {
    try (ConnectionSource source = openWarm(settings(kind))) {
      oracle.script().once(Call.Kind.PING, Answer.silence());
      try (Lease bob = bounded("a validation", source::borrow)) {
        bob.rollback();
      }
      assertThat(oracle.journal().count(Call.Kind.LOGON)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void silenceAtReturn_holdsNobody(PoolKind kind) throws SQLException {
    try (ConnectionSource source = openWarm(settings(kind))) {
      Lease alice = source.borrow();
      oracle.script().once(Call.Kind.ROLLBACK, Answer.silence());
      alice.jdbc().setNetworkTimeout(Runnable::run, READ_MILLIS);
      bounded(
          "a return",
          () -> {
            alice.close();
            return true;
          });
      try (Lease bob = bounded("a borrow", source::borrow)) {
        bob.rollback();
      }
      assertThat(source.statistics().get(Counter.CONNECTIONS_IN_USE)).isZero();
      assertThat(oracle.journal().count(Call.Kind.LOGON)).isEqualTo(kind == PoolKind.NONE ? 2 : 1);
    }
  }
}
