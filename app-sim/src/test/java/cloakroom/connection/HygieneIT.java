package cloakroom.connection;

import static cloakroom.connection.PostgresUnderTest.SERVER;
import static cloakroom.connection.ServerUnderTest.ask;
import static cloakroom.connection.ServerUnderTest.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.connection.link.Relay;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What the next session finds of the one before, and what it costs that it finds nothing. */
@Timeout(60)
class HygieneIT {
  /** What one session leaves in a connection. */
  private enum Left {
    POSTED_ROW,
    ROW_LOCK,
    LARGE_OBJECT,
    TEMPORARY_ROWS,
    VARIABLE,
    CURSOR;

    static final Set<Left> OF_THE_SESSION = EnumSet.of(TEMPORARY_ROWS, VARIABLE, CURSOR);
  }

  static Stream<Arguments> poolsAndHygienes() {
    return Stream.of(PoolKind.HIKARI, PoolKind.UCP)
        .flatMap(pool -> Stream.of(Hygiene.values()).map(h -> Arguments.of(pool, h)));
  }

  @BeforeEach
  void makeRow() throws SQLException {
    try (Connection observer = SERVER.observer()) {
      run(observer, "create table if not exists cloak (owner text primary key, colour text)");
      run(observer, "insert into cloak values ('alice', 'red') on conflict (owner) do nothing");
    }
  }

  private static ConnectionSource open(PoolKind pool, Hygiene hygiene) {
    return open(SERVER.url(), pool, hygiene);
  }

  private static ConnectionSource open(String url, PoolKind pool, Hygiene hygiene) {
    return ConnectionSources.open(SERVER.settings(url, pool, 1).hygiene(hygiene).build());
  }

  private static void leaveEverything(Connection jdbc) throws SQLException {
    run(jdbc, "create temporary table pocket (item text) on commit preserve rows");
    run(jdbc, "insert into pocket values ('key')");
    run(jdbc, "select set_config('cloak.ticket', '17', false)");
    run(jdbc, "declare ticket cursor with hold for select 17");
    jdbc.commit();
    run(jdbc, "select * from cloak where owner = 'alice' for update nowait");
    run(jdbc, "update cloak set colour = 'blue' where owner = 'alice'");
    run(jdbc, "select lo_create(4711)");
  }

  private static Set<Left> found(Connection jdbc) throws SQLException {
    Set<Left> found = EnumSet.noneOf(Left.class);
    note(found, Left.POSTED_ROW, jdbc, "select colour = 'blue' from cloak");
    note(
        found,
        Left.LARGE_OBJECT,
        jdbc,
        "select exists (select from pg_largeobject_metadata where oid = 4711)");
    note(found, Left.TEMPORARY_ROWS, jdbc, "select to_regclass('pg_temp.pocket') is not null");
    note(found, Left.VARIABLE, jdbc, "select current_setting('cloak.ticket', true) = '17'");
    note(found, Left.CURSOR, jdbc, "select exists (select from pg_cursors where name = 'ticket')");
    if (isLockedForOthers()) {
      found.add(Left.ROW_LOCK);
    }
    return found;
  }

  private static void note(Set<Left> found, Left what, Connection jdbc, String sql)
      throws SQLException {
    if ("t".equals(ask(jdbc, sql))) {
      found.add(what);
    }
  }

  private static boolean isLockedForOthers() throws SQLException {
    try (Connection observer = SERVER.observer()) {
      return ask(
              observer,
              "select count(*) from (select from cloak for update skip locked) as unlocked")
          .equals("0");
    }
  }

  @ParameterizedTest
  @MethodSource("poolsAndHygienes")
  void nextSessionOnAKeptConnection_neverFindsATransaction_andNothingAfterFull(
      PoolKind pool, Hygiene hygiene) throws SQLException {
    try (ConnectionSource source = open(pool, hygiene);
        Lease kept = source.borrow()) {
      leaveEverything(kept.jdbc());

      kept.clean();

      assertThat(found(kept.jdbc()))
          .isEqualTo(hygiene == Hygiene.FULL ? Set.of() : Left.OF_THE_SESSION);
      assertThat(source.statistics().cleanings()).isEqualTo(1);
      assertThat(source.statistics().returned()).isZero();
      kept.rollback();
    }
  }

  @Test
  void cleaningADeadSession_breaksTheLease() throws SQLException {
    try (ConnectionSource source = open(PoolKind.HIKARI, Hygiene.FULL);
        Lease kept = source.borrow();
        Connection observer = SERVER.observer()) {
      int backend = SERVER.backend(kept.jdbc());
      ask(observer, "select pg_terminate_backend(" + backend + ")");

      assertThatThrownBy(kept::clean).isInstanceOf(ConnectionException.class);

      assertThat(source.statistics().cleanings()).as("it did not succeed").isZero();
    }
  }

  private static int expectedRoundTrips(Hygiene hygiene, boolean openTransaction) {
    int rollback = openTransaction ? 1 : 0;
    return switch (hygiene) {
      case NONE -> 0;
      case ROLLBACK -> rollback;
      case FULL -> rollback + 1;
    };
  }

  @ParameterizedTest
  @MethodSource("poolsAndHygienes")
  void roundTripsOfAReturn_areThoseOnTheWire(PoolKind pool, Hygiene hygiene) throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source = open(wire.url(), pool, hygiene)) {
      for (boolean openTransaction : new boolean[] {true, false}) {
        Lease lease = source.borrow();
        run(lease.jdbc(), "select 1");
        if (!openTransaction) {
          lease.jdbc().commit();
        }
        assertRoundTrips(
            source, wire, lease::close, expectedRoundTrips(hygiene, openTransaction), hygiene);
        try (Lease next = source.borrow()) {
          next.rollback();
        }
      }
    }
  }

  private static void assertRoundTrips(
      ConnectionSource source, Relay wire, Runnable cleaning, int expected, Hygiene hygiene) {
    long booked = source.statistics().cleaningRoundTrips();
    long cleanings = source.statistics().cleanings();
    long seen = wire.total().roundTrips();
    cleaning.run();
    assertThat(wire.total().roundTrips() - seen).as("on the wire").isEqualTo(expected);
    assertThat(source.statistics().cleaningRoundTrips() - booked).as("booked").isEqualTo(expected);
    assertThat(source.statistics().cleanings() - cleanings)
        .isEqualTo(hygiene == Hygiene.NONE ? 0 : 1);
  }

  @ParameterizedTest
  @EnumSource
  void roundTripsOfAChangeOfSession_areThoseOnTheWire(Hygiene hygiene) throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source = open(wire.url(), PoolKind.HIKARI, hygiene);
        Lease kept = source.borrow()) {
      run(kept.jdbc(), "select 1");
      int reset = hygiene == Hygiene.FULL ? 1 : 0;

      assertRoundTrips(source, wire, kept::clean, 1 + reset, Hygiene.ROLLBACK);
      assertRoundTrips(source, wire, kept::clean, reset, Hygiene.ROLLBACK);

      assertThat(source.statistics().cleaningMicros()).isPositive();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ROLLBACK", "FULL"})
  void committedSchemaOfABorrower_isSetBackForGood(Hygiene hygiene) throws Exception {
    try (Relay wire = Relay.to(SERVER.url());
        ConnectionSource source = open(wire.url(), PoolKind.HIKARI, hygiene)) {
      Lease alice = source.borrow();
      String before = alice.jdbc().getSchema();
      alice.jdbc().setSchema("pg_catalog");
      alice.jdbc().commit();
      assertRoundTrips(source, wire, alice::close, hygiene == Hygiene.FULL ? 2 : 1, hygiene);
      try (Lease bob = source.borrow()) {
        bob.rollback();
        assertThat(bob.jdbc().getSchema()).isEqualTo(before);
      }
    }
  }
}
