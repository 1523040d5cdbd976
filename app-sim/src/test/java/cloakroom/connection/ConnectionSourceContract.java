package cloakroom.connection;

import static cloakroom.database.TestDatabase.ask;
import static cloakroom.database.TestDatabase.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.connection.ServerUnderTest.Query;
import cloakroom.contract.Counter;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.ErrorClass;
import cloakroom.database.Await;
import cloakroom.database.errors.ErrorCode;
import cloakroom.platform.Password;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

abstract class ConnectionSourceContract {
  private final String application = "contract-" + UUID.randomUUID();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final PoolKind kind;
  Connection observer;

  ConnectionSourceContract(PoolKind kind) {
    this.kind = kind;
  }

  final PoolKind kind() {
    return kind;
  }

  /** Returns whether one session serves several borrowers. */
  boolean pools() {
    return kind() != PoolKind.NONE;
  }

  @BeforeEach
  void connectObserver() throws SQLException {
    observer = server().observer();
    server().makeCoat(observer);
  }

  ServerUnderTest server() {
    return PostgresUnderTest.SERVER;
  }

  int backend(Connection connection) throws SQLException {
    return server().backend(connection);
  }

  @AfterEach
  void closeAll() throws Exception {
    for (AutoCloseable open : opened) {
      open.close();
    }
    observer.close();
  }

  ConnectionSettings settings(int size) {
    return server().settings(kind(), size).applicationName(application);
  }

  ConnectionSource open(ConnectionSettings settings) {
    ConnectionSource source = create(settings.build());
    opened.add(source);
    return source;
  }

  ConnectionSource create(ConnectionSettings settings) {
    return ConnectionSources.open(settings);
  }

  private static String colour(Connection connection) throws SQLException {
    return ask(connection, "select colour from coat where owner = 'alice'");
  }

  private static void paintBlue(Connection connection) throws SQLException {
    execute(connection, "update coat set colour = 'blue' where owner = 'alice'");
  }

  @ParameterizedTest
  @EnumSource
  void close_uncommittedUpdate_isKeptByLevelNoneOnly(ResetLevel resetLevel) throws SQLException {
    ConnectionSource source = open(settings(1).resetLevel(resetLevel));
    try (Lease alice = source.borrow()) {
      paintBlue(alice.jdbc());
    }
    try (Lease bob = source.borrow()) {
      boolean kept = pools() && resetLevel == ResetLevel.NONE;
      assertThat(colour(bob.jdbc())).isEqualTo(kept ? "blue" : "red");
      bob.rollback();
      assertThat(colour(bob.jdbc())).isEqualTo("red");
    }
    if (!pools()) {
      server().awaitSessions(observer, application, 0); // they hold their locks until they end
    }
    assertThatCode(() -> server().query(observer, Query.COAT_LOCKED)).doesNotThrowAnyException();
  }

  @Test
  void abort_endsTheSession_andFreesItsPlace() throws SQLException {
    ConnectionSource source = open(settings(1));
    int ended;
    try (Lease alice = source.borrow()) {
      ended = backend(alice.jdbc());
      alice.abort();
      assertThat(alice.isBroken()).isTrue();
      assertThatThrownBy(() -> paintBlue(alice.jdbc())).isInstanceOf(SQLException.class);
    }
    try (Lease bob = source.borrow()) {
      assertThat(backend(bob.jdbc())).isNotEqualTo(ended);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void jdbcProperties_doNotLeak(ResetLevel resetLevel) throws SQLException {
    ConnectionSource source = open(settings(1).resetLevel(resetLevel));
    int timeout;
    try (Lease alice = source.borrow()) {
      Connection jdbc = alice.jdbc();
      timeout = jdbc.getNetworkTimeout();
      jdbc.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      jdbc.setReadOnly(true);
      jdbc.setHoldability(ResultSet.HOLD_CURSORS_OVER_COMMIT);
      jdbc.setSchema(server().otherSchema());
      jdbc.setNetworkTimeout(Runnable::run, 4321);
      jdbc.setAutoCommit(true);
    }
    try (Lease bob = source.borrow()) {
      Connection jdbc = bob.jdbc();
      assertThat(jdbc.getAutoCommit()).isFalse();
      assertThat(jdbc.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_READ_COMMITTED);
      assertThat(jdbc.isReadOnly()).isFalse();
      assertThat(jdbc.getHoldability()).isEqualTo(server().holdability());
      assertThat(jdbc.getSchema()).isEqualTo(observer.getSchema());
      assertThat(jdbc.getNetworkTimeout()).isEqualTo(timeout);
      paintBlue(jdbc);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void close_sessionState_isResetByLevelFullOnly(ResetLevel resetLevel) throws SQLException {
    ConnectionSource source = open(settings(1).resetLevel(resetLevel));
    try (Lease alice = source.borrow()) {
      server().leaveState(alice.jdbc());
      alice.jdbc().commit();
    }
    boolean kept = pools() && resetLevel == ResetLevel.ROLLBACK;
    try (Lease bob = source.borrow()) {
      assertThat(server().query(bob.jdbc(), Query.TICKET)).isEqualTo(kept ? "17" : "");
      assertThat(server().query(bob.jdbc(), Query.POCKETS)).isEqualTo(kept ? "1" : "0");
      assertThat(server().query(bob.jdbc(), Query.APPLICATION)).isEqualTo(application);
      if (!kept) {
        if (!pools()) {
          server().awaitSessions(observer, application, 1); // alice's, which holds the lock, ends
        }
        assertThat(server().query(observer, Query.FREE_LOCKS)).isEqualTo("1");
      }
    }
    assertThat(source.statistics().get(Counter.CONNECTIONS_CREATED))
        .as("the same session after a reset")
        .isEqualTo(pools() ? 2 : 3);
  }

  @Test
  void context_outlivesTransactionsUntilTheReset_andEndsNone() throws SQLException {
    String client = "0123456789abcdef";
    ConnectionSource source = open(settings(1).resetLevel(ResetLevel.FULL));
    try (Lease alice = source.borrow()) {
      alice.context(client);
      alice.rollback();
      assertThat(server().query(alice.jdbc(), Query.CONTEXT)).isEqualTo(server().visible(client));
      assertThat(alice.jdbc().getAutoCommit()).isFalse();
      paintBlue(alice.jdbc());
      alice.context("alice");
      alice.rollback();
      assertThat(colour(alice.jdbc())).isEqualTo("red");
    }
    try (Lease bob = source.borrow()) {
      assertThat(server().query(bob.jdbc(), Query.CONTEXT)).isEmpty();
    }
  }

  @Test
  void idleSession_killed_isNotLentAgain() throws SQLException {
    ConnectionSource source = open(settings(1));
    int killed;
    try (Lease alice = source.borrow()) {
      killed = backend(alice.jdbc());
    }
    server().kill(observer, killed);
    try (Lease bob = source.borrow()) {
      assertThat(backend(bob.jdbc())).isNotEqualTo(killed);
    }
    awaitOpen(source, pools() ? 1 : 0);
  }

  @ParameterizedTest
  @EnumSource
  void sessionInUse_killed_isNotLentAgain(ResetLevel resetLevel) throws SQLException {
    ConnectionSource source = open(settings(1).resetLevel(resetLevel));
    Lease alice = source.borrow();
    int killed = backend(alice.jdbc());
    server().kill(observer, killed);
    SQLException thrown = catchThrowableOfType(SQLException.class, () -> colour(alice.jdbc()));
    assertThat(ConnectionException.inUse("reading", thrown).kind())
        .isEqualTo(ErrorClass.SESSION_DEAD);
    assertThatCode(alice::close).doesNotThrowAnyException();
    try (Lease bob = source.borrow()) {
      assertThat(backend(bob.jdbc())).isNotEqualTo(killed);
    }
    awaitOpen(source, pools() ? 1 : 0);
    assertThat(source.statistics().get(Counter.CONNECTIONS_RETURNED)).isEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EXCLUDE,
      names = {"POOL_EXHAUSTED", "OTHER"})
  void failureThatEndsTheSession_evictsIt_andNoOtherDoes(ErrorClass type) throws SQLException {
    ConnectionSource source = open(settings(1));
    int first;
    try (Lease alice = source.borrow()) {
      first = backend(alice.jdbc());
      int code = vendorCode(type);
      ConnectionException failure = alice.failure("reading", new SQLException("no", "99999", code));
      assertThat(failure.kind()).isEqualTo(type);
      assertThat(alice.isBroken()).isEqualTo(type.endsSession());
    }
    try (Lease bob = source.borrow()) {
      boolean kept = pools() && !type.endsSession();
      assertThat(backend(bob.jdbc()) == first).as("same session").isEqualTo(kept);
    }
  }

  /** Oracle's code: on another database it shows that the server is not queried. */
  private static int vendorCode(ErrorClass type) {
    return ErrorCode.of(type).stream()
        .filter(code -> code.maker() == DatabaseKind.ORACLE && code.code().matches("\\d+"))
        .mapToInt(code -> Integer.parseInt(code.code()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void rollback_ofADeadSession_breaksTheLease() throws SQLException {
    ConnectionSource source = open(settings(1));
    try (Lease alice = source.borrow()) {
      paintBlue(alice.jdbc());
      server().kill(observer, backend(alice.jdbc()));
      ConnectionException thrown = catchThrowableOfType(ConnectionException.class, alice::rollback);
      assertThat(thrown.kind()).isEqualTo(ErrorClass.SESSION_DEAD);
    }
    awaitOpen(source, 0);
  }

  /** Waits, because a pool may close an evicted connection later. */
  private static void awaitOpen(ConnectionSource source, int open) {
    Await.until(open + " open", () -> source.statistics().get(Counter.CONNECTIONS_OPEN) == open);
  }

  @Test
  void statistics_followARandomSchedule() {
    long seed = 20261120;
    Random random = new Random(seed);
    ConnectionSource source = open(settings(6));
    List<Lease> out = new ArrayList<>();
    int max = 0;
    for (int step = 0, borrowed = 0; step < 200; step++) {
      if (out.isEmpty() || (out.size() < 6 && random.nextBoolean())) {
        out.add(source.borrow());
        borrowed++;
      } else {
        out.remove(random.nextInt(out.size())).close();
      }
      max = Math.max(max, out.size());
      Map<Counter, Long> now = source.statistics();
      assertThat(
              List.of(
                  now.get(Counter.CONNECTIONS_IN_USE),
                  now.get(Counter.MAX_CONNECTIONS_IN_USE),
                  now.get(Counter.CONNECTIONS_BORROWED),
                  now.get(Counter.CONNECTIONS_RETURNED)))
          .as("seed %d, step %d", seed, step)
          .isEqualTo(
              List.of(
                  (long) out.size(), (long) max, (long) borrowed, (long) borrowed - out.size()));
      assertThat(now.get(Counter.CONNECTIONS_OPEN)).isBetween((long) out.size(), 6L);
    }
    out.forEach(Lease::close);
  }

  @Test
  void statistics_addUpUnderThreads() throws InterruptedException {
    int limit = 3;
    ConnectionSource source = open(settings(limit));
    List<Thread> borrowers = new ArrayList<>();
    for (int number = 0; number < 6; number++) {
      borrowers.add(
          new Thread(
              () -> {
                for (int turn = 0; turn < 50; turn++) {
                  source.borrow().close();
                }
              }));
    }
    borrowers.forEach(Thread::start);
    while (borrowers.stream().anyMatch(Thread::isAlive)) {
      Map<Counter, Long> now = source.statistics();
      assertThat(now.get(Counter.CONNECTIONS_BORROWED) - now.get(Counter.CONNECTIONS_RETURNED))
          .isEqualTo(now.get(Counter.CONNECTIONS_IN_USE));
      assertThat(now.get(Counter.CONNECTIONS_IN_USE))
          .isBetween(0L, now.get(Counter.MAX_CONNECTIONS_IN_USE));
      assertThat(now.get(Counter.MAX_CONNECTIONS_IN_USE)).isLessThanOrEqualTo(pools() ? limit : 6);
    }
    Map<Counter, Long> end = source.statistics();
    assertThat(end.get(Counter.CONNECTIONS_BORROWED)).isEqualTo(300);
    assertThat(end.get(Counter.CONNECTIONS_RETURNED)).isEqualTo(300);
    assertThat(end.get(Counter.BORROW_TIMEOUTS)).isZero();
  }

  @Test
  void leaseTime_includesRunningLeases_andALeaseClosedTwiceReturnsOnce() {
    ConnectionSource source = open(settings(2));
    long beforeBorrow = System.nanoTime();
    Lease lease = source.borrow();
    long afterBorrow = System.nanoTime();
    Await.until("5 ms of lease", () -> source.statistics().get(Counter.LEASE_MICROS) >= 5_000);
    long beforeReading = System.nanoTime();
    long running = source.statistics().get(Counter.LEASE_MICROS);
    long afterReading = System.nanoTime();
    assertThat(running)
        .isBetween((beforeReading - afterBorrow) / 1000, (afterReading - beforeBorrow) / 1000 + 1);
    lease.close();
    lease.close();
    assertThat(source.statistics().get(Counter.CONNECTIONS_RETURNED)).isEqualTo(1);
    assertThat(source.statistics().get(Counter.CONNECTIONS_IN_USE)).isZero();
    long finished = source.statistics().get(Counter.LEASE_MICROS);
    assertThat(finished)
        .isGreaterThanOrEqualTo(running)
        .isEqualTo(source.statistics().get(Counter.LEASE_MICROS));
  }

  @Test
  void physicalConnections_equalTheDatabasesOwnCount() throws SQLException {
    long before = server().sessionsSoFar(observer);
    ConnectionSource source = open(settings(4));
    assertThatThrownBy(
            () ->
                ConnectionSources.open(
                    ConnectionSettings.to(server().url(), server().user(), Password.of("wrong"))
                        .pool(kind(), 1)
                        .build()))
        .isInstanceOf(ConnectionException.class);
    for (int round = 0; round < 3; round++) {
      try (Lease one = source.borrow();
          Lease two = source.borrow();
          Lease three = source.borrow()) {
        assertThat(List.of(one, two)).doesNotContain(three);
        two.markBroken();
      }
    }
    source.close();
    Await.until(
        "the pool's own threads have ended too",
        () ->
            source.statistics().get(Counter.CONNECTIONS_CREATED)
                == server().sessionsSoFar(observer) - before);
    Await.until(
        "every connection is closed", () -> source.statistics().get(Counter.CONNECTIONS_OPEN) == 0);
    assertThat(source.statistics().get(Counter.CONNECTIONS_CREATED)).isGreaterThanOrEqualTo(6);
  }

  @Test
  void close_waitsForNoLease_andClosesItAtItsReturn() throws SQLException {
    ConnectionSource source = open(settings(3));
    Lease late = source.borrow();
    source.borrow().close();
    source.borrow().close();
    source.close();
    server().awaitSessions(observer, application, 1);
    assertThat(colour(late.jdbc())).isEqualTo("red");
    ConnectionException refused = catchThrowableOfType(ConnectionException.class, source::borrow);
    assertThat(refused).hasMessageContaining("closed");
    late.close();
    server().awaitSessions(observer, application, 0);
    assertThat(source.statistics().get(Counter.CONNECTIONS_IN_USE)).isZero();
    assertThat(source.statistics().get(Counter.CONNECTIONS_OPEN)).isZero();
  }

  @Test
  void urlParameters_winOverSettings() throws SQLException {
    String url = server().urlNaming("named-by-url");
    ConnectionSource source = open(server().settings(url, kind(), 1).applicationName(application));
    try (Lease lease = source.borrow()) {
      assertThat(server().query(lease.jdbc(), Query.APPLICATION)).isEqualTo("named-by-url");
    }
  }
}
