package cloakroom.connection;

import static cloakroom.connection.PostgresUnderTest.SERVER;
import static cloakroom.database.TestDatabase.ask;
import static cloakroom.database.TestDatabase.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.Counter;
import cloakroom.database.Await;
import cloakroom.link.Relay;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResetLevelIT {
  private static ConnectionSource open(String url, PoolKind pool, ResetLevel resetLevel) {
    return ConnectionSources.open(SERVER.settings(url, pool, 1).resetLevel(resetLevel).build());
  }

  @Test
  void reset_deadSession_breaksTheLease() throws SQLException {
    try (ConnectionSource source = open(SERVER.url(), PoolKind.HIKARI, ResetLevel.FULL);
        Lease kept = source.borrow();
        Connection observer = SERVER.observer()) {
      int backend = SERVER.backend(kept.jdbc());
      ask(observer, "select pg_terminate_backend(" + backend + ")");

      assertThatThrownBy(kept::reset).isInstanceOf(ConnectionException.class);

      assertThat(source.statistics().get(Counter.CONNECTION_RESETS))
          .as("failed resets are not counted")
          .isZero();
    }
  }

  static Stream<Arguments> poolsAndLevels() {
    return Stream.of(PoolKind.values())
        .filter(kind -> kind != PoolKind.NONE)
        .flatMap(kind -> Stream.of(ResetLevel.values()).map(h -> Arguments.of(kind, h)));
  }

  @ParameterizedTest
  @MethodSource("poolsAndLevels")
  void roundTripsOfAReturn_areThoseOnTheWire(PoolKind pool, ResetLevel resetLevel)
      throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source = open(wire.url(), pool, resetLevel)) {
      for (boolean openTransaction : new boolean[] {true, false}) {
        Lease lease = source.borrow();
        execute(lease.jdbc(), "select 1");
        if (!openTransaction) {
          lease.jdbc().commit();
        }
        assertRoundTrips(
            source,
            wire,
            lease::close,
            (openTransaction && resetLevel != ResetLevel.NONE ? 1 : 0)
                + (resetLevel == ResetLevel.FULL ? 1 : 0),
            resetLevel);
        try (Lease next = source.borrow()) {
          next.rollback();
        }
      }
    }
  }

  private static void assertRoundTrips(
      ConnectionSource source, Relay wire, Runnable reset, int expected, ResetLevel resetLevel) {
    long counted = source.statistics().get(Counter.RESET_ROUND_TRIPS);
    long cleanings = source.statistics().get(Counter.CONNECTION_RESETS);
    long seen = wire.total().roundTrips();
    reset.run();
    assertThat(wire.total().roundTrips() - seen).as("on the wire").isEqualTo(expected);
    assertThat(source.statistics().get(Counter.RESET_ROUND_TRIPS) - counted)
        .as("counted")
        .isEqualTo(expected);
    assertThat(source.statistics().get(Counter.CONNECTION_RESETS) - cleanings)
        .isEqualTo(resetLevel == ResetLevel.NONE ? 0 : 1);
  }

  @ParameterizedTest
  @MethodSource("poolsAndLevels")
  void roundTripsOfAChangeOfSession_areThoseOnTheWire(PoolKind pool, ResetLevel resetLevel)
      throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source = open(wire.url(), pool, resetLevel);
        Lease kept = source.borrow()) {
      execute(kept.jdbc(), "select 1");
      int reset = resetLevel == ResetLevel.FULL ? 1 : 0;

      assertRoundTrips(source, wire, kept::reset, 1 + reset, ResetLevel.ROLLBACK);
      assertRoundTrips(source, wire, kept::reset, reset, ResetLevel.ROLLBACK);

      assertThat(source.statistics().get(Counter.RESET_MICROS)).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ROLLBACK", "FULL"})
  void committedSchemaOfABorrower_isRestored(ResetLevel resetLevel) throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source = open(wire.url(), PoolKind.HIKARI, resetLevel)) {
      Lease alice = source.borrow();
      String before = alice.jdbc().getSchema();
      alice.jdbc().setSchema("pg_catalog");
      alice.jdbc().commit();
      assertRoundTrips(
          source, wire, alice::close, resetLevel == ResetLevel.FULL ? 2 : 1, resetLevel);
      try (Lease bob = source.borrow()) {
        bob.rollback();
        assertThat(bob.jdbc().getSchema()).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void roundTripOfABorrow_isTheValidation(PoolKind pool) throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source = open(wire.url(), pool, ResetLevel.ROLLBACK)) {
      source.borrow().close();
      long seen = wire.total().roundTrips();

      source.borrow().close();

      assertThat(wire.total().roundTrips() - seen).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HIKARI", "AGROAL"})
  void borrowOfASessionUsedJustNow_isNoRoundTrip_withValidationIdle(PoolKind pool)
      throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source =
            ConnectionSources.open(
                SERVER.settings(wire.url(), pool, 1).validation(Validation.IDLE).build())) {
      Await.until(
          "a borrow without validation",
          () -> {
            long seen = wire.total().roundTrips();
            source.borrow().close();
            return wire.total().roundTrips() == seen;
          });
    }
  }

  /** HikariCP restores it a second time. */
  @ParameterizedTest
  @CsvSource({"HIKARI, 2", "UCP, 1", "AGROAL, 1", "DBCP2, 1"})
  void changedIsolation_isRestoredOnReturn(PoolKind pool, int roundTrips) throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source = open(wire.url(), pool, ResetLevel.ROLLBACK)) {
      Lease alice = source.borrow();
      alice.jdbc().setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      alice.jdbc().commit();
      long seen = wire.total().roundTrips();

      alice.close();

      assertThat(wire.total().roundTrips() - seen).isEqualTo(roundTrips);
    }
  }
}
