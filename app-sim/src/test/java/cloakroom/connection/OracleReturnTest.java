package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.Counter;
import cloakroom.database.Await;
import cloakroom.standin.Journal.Call;
import cloakroom.standin.Script.Answer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What goes to Oracle between one borrower and the next: the whole sequence, so that no pool adds a
 * habit of its own.
 */
@Tag("full")
final class OracleReturnTest extends OracleSources {
  private static final String NEXT = "begin cloak; end;";
  private static final String RESET_BEGINS = "BEGIN DBMS_SESSION.MODIFY_PACKAGE_STATE";

  private ConnectionSource open(PoolKind kind, Hygiene hygiene) {
    return openWarm(settings(kind).hygiene(hygiene));
  }

  /** The sequence, the reset's long text cut to its beginning. */
  private List<String> sequence() {
    return oracle.journal().roundTrips().stream()
        .map(call -> call.startsWith(RESET_BEGINS) ? RESET_BEGINS : call)
        .toList();
  }

  private static List<String> cleaning(Hygiene hygiene) {
    return switch (hygiene) {
      case NONE -> List.of();
      case ROLLBACK -> List.of("ROLLBACK");
      case FULL -> List.of("ROLLBACK", RESET_BEGINS);
    };
  }

  @ParameterizedTest
  @MethodSource("poolsAndHygienes")
  void everyReturn_isCleanedAlike_andNothingElse(PoolKind kind, Hygiene hygiene)
      throws SQLException {
    for (boolean dirty : new boolean[] {true, false}) {
      List<String> expected = new ArrayList<>(List.of("PING", UPDATE));
      expected.addAll(dirty ? List.of() : List.of("COMMIT"));
      expected.addAll(cleaning(hygiene));
      expected.addAll(List.of("PING", NEXT));
      try (ConnectionSource source = open(kind, hygiene)) {
        long booked = source.statistics().get(Counter.CLEANING_ROUND_TRIPS);
        try (Lease alice = source.borrow()) {
          execute(alice.jdbc(), UPDATE);
          if (!dirty) {
            alice.jdbc().commit();
          }
        }
        assertThat(source.statistics().get(Counter.CLEANING_ROUND_TRIPS) - booked)
            .isEqualTo(cleaning(hygiene).size());
        try (Lease bob = source.borrow()) {
          execute(bob.jdbc(), NEXT);
          assertThat(sequence()).isEqualTo(expected);
        }
      }
    }
  }

  /** A session used just now is trusted, by UCP among its own connections; DBCP 2 trusts none. */
  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "UCP", "AGROAL"})
  void validationIdle_asksNobody(PoolKind kind) {
    try (ConnectionSource source = openWarm(settings(kind).validation(Validation.IDLE))) {
      Await.until(
          "a borrow so soon after the last that the session is trusted",
          () -> {
            oracle.journal().forget();
            try (Lease alice = source.borrow()) {
              execute(alice.jdbc(), NEXT);
            } catch (SQLException e) {
              throw new AssertionError(e);
            }
            return sequence().equals(List.of(NEXT, "ROLLBACK"));
          });
    }
  }

  @Test
  void validationIdle_isRefused_whereUcpMayNotRollBack() {
    ConnectionSettings settings =
        settings(PoolKind.UCP).hygiene(Hygiene.NONE).validation(Validation.IDLE);
    assertThatThrownBy(() -> open(settings))
        .isInstanceOf(ConnectionException.class)
        .hasMessageContaining("hygiene none");
  }

  @ParameterizedTest
  @EnumSource
  void endOfTheSource_commitsNothing(PoolKind kind) throws SQLException {
    for (Hygiene hygiene : Hygiene.values()) {
      try (ConnectionSource source = open(kind, hygiene)) {
        try (Lease alice = source.borrow()) {
          execute(alice.jdbc(), UPDATE);
        }
      }
      assertThat(oracle.journal().count(Call.Kind.COMMIT)).as("%s", hygiene).isZero();
    }
  }

  /** A pool that asks for a commit is seen here: to a pooled server the driver sends each one. */
  @ParameterizedTest
  @MethodSource("poolsAndHygienes")
  void returnToAPooledServer_commitsNothing(PoolKind kind, Hygiene hygiene) throws SQLException {
    String url = oracle.url() + ":pooled";
    try (ConnectionSource source = openWarm(settings(url, kind).hygiene(hygiene))) {
      try (Lease alice = source.borrow()) {
        execute(alice.jdbc(), UPDATE);
      }
      try (Lease broken = source.borrow()) {
        execute(broken.jdbc(), UPDATE);
        broken.markBroken();
      }
    }
    assertThat(sequence()).contains(UPDATE).doesNotContain("COMMIT");
  }

  @ParameterizedTest
  @MethodSource("poolsAndHygienes")
  void jdbcProperties_areSetBack_autoCommitAlsoWhereNothingIsCleaned(PoolKind kind, Hygiene hygiene)
      throws SQLException {
    boolean kept = hygiene == Hygiene.NONE;
    try (ConnectionSource source = open(kind, hygiene)) {
      try (Lease alice = source.borrow()) {
        alice.jdbc().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        alice.jdbc().setReadOnly(true);
        alice.jdbc().setAutoCommit(true);
      }
      try (Lease bob = source.borrow()) {
        assertThat(bob.jdbc().getAutoCommit()).isFalse();
        assertThat(bob.jdbc().getTransactionIsolation())
            .isEqualTo(
                kept ? Connection.TRANSACTION_SERIALIZABLE : Connection.TRANSACTION_READ_COMMITTED);
        assertThat(bob.jdbc().isReadOnly()).isEqualTo(kept);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void isolation_isSetBackOnce_afterTheRollback(PoolKind kind) throws SQLException {
    try (ConnectionSource source = open(kind, Hygiene.ROLLBACK)) {
      try (Lease alice = source.borrow()) {
        alice.jdbc().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      }
      try (Lease bob = source.borrow()) {
        bob.jdbc().clearWarnings();
      }
      assertThat(sequence())
          .containsExactly(
              "PING",
              "ALTER SESSION SET ISOLATION_LEVEL = SERIALIZABLE",
              "ROLLBACK",
              "ALTER SESSION SET ISOLATION_LEVEL = READ COMMITTED (and commit)",
              "PING",
              "ROLLBACK");
    }
  }

  /** Without a question to the server where nothing changed. */
  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void schemaAndNetworkTimeout_doNotLeak(PoolKind kind) throws SQLException {
    oracle.script().statement("SYS_CONTEXT", Answer.value("SCOTT"));
    try (ConnectionSource source = open(kind, Hygiene.ROLLBACK)) {
      int before;
      try (Lease alice = source.borrow()) {
        before = alice.jdbc().getNetworkTimeout();
        alice.jdbc().setNetworkTimeout(Runnable::run, 4321);
        alice.jdbc().setSchema("COATS");
      }
      try (Lease bob = source.borrow()) {
        assertThat(bob.jdbc().getNetworkTimeout()).isEqualTo(before);
        execute(bob.jdbc(), NEXT);
      }
      assertThat(oracle.journal().calls().toString()).contains("COATS", "SCOTT");
    }
  }

  @ParameterizedTest
  @EnumSource
  void unpooledReturn_endsTheSession(Hygiene hygiene) throws SQLException {
    try (ConnectionSource source = open(PoolKind.NONE, hygiene)) {
      try (Lease alice = source.borrow()) {
        execute(alice.jdbc(), UPDATE);
      }
      assertThat(sequence())
          .startsWith("LOGON", UPDATE)
          .endsWith("LOGOFF")
          .doesNotContain("COMMIT");
      Await.until("no session left", () -> oracle.listener().clients() == 0);
    }
  }
}
