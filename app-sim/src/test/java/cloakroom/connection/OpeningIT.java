package cloakroom.connection;

import static cloakroom.connection.PostgresUnderTest.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.ErrorClass;
import cloakroom.database.Await;
import cloakroom.database.TestDatabase;
import cloakroom.database.errors.SqlErrors;
import cloakroom.platform.Password;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class OpeningIT {
  /** Maximum time of a connect to a server that does not answer. */
  private static final Duration LOGIN = Duration.ofSeconds(1);

  private static final AtomicInteger NUMBER = new AtomicInteger();
  private final ConnectionSettings unreachable = at(closedPort(), PoolKind.NONE).build();
  private final PhysicalSource physical = physical(unreachable);

  private static PhysicalSource physical(ConnectionSettings settings) {
    try {
      return new PhysicalSource(settings, DriverManager.getDriver(settings.url));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ConnectionException refusal(ConnectionSettings settings) {
    ConnectionException thrown =
        catchThrowableOfType(
            ConnectionException.class, () -> ConnectionSources.open(settings.build()).close());
    assertThat(thrown.getMessage()).doesNotContain("\n").doesNotContain(SERVER.password().reveal());
    return thrown;
  }

  private static ConnectionSettings at(String url, PoolKind kind) {
    return SERVER.settings(url, kind, 2);
  }

  @ParameterizedTest
  @EnumSource
  void wrongPassword_isConfiguration(PoolKind kind) {
    ConnectionException thrown =
        refusal(
            ConnectionSettings.to(SERVER.url(), SERVER.user(), Password.of("tiger17"))
                .pool(kind, 2)
                .login(Await.LIMIT));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.CONFIGURATION);
    assertThat(SqlErrors.informative(thrown).getSQLState()).isEqualTo("28P01");
    assertThat(thrown.getMessage()).contains("as " + SERVER.user()).doesNotContain("tiger17");
  }

  @ParameterizedTest
  @EnumSource
  void closedPort_isServiceDown(PoolKind kind) throws IOException {
    String url = closedPort();
    ConnectionException thrown = refusal(at(url, kind));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    assertThat(thrown).hasMessageStartingWith("cannot connect to " + url + " as " + SERVER.user());
  }

  private static String closedPort() {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return address(free);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void closedPort_failsTheBorrow(PoolKind kind) throws Exception {
    ConnectionException thrown =
        borrowFrom(
            at(closedPort(), kind).borrowWait(ServerUnderTest.REFUSED_WAIT),
            refused -> "08001".equals(SqlErrors.informative(refused).getSQLState()));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    assertThat(thrown)
        .hasMessageMatching(".* in use 0, open 0, .*last cause: Connection to .* refused.*");
  }

  private static class TimedOutPool extends Pool {
    private final int connects;

    TimedOutPool(PhysicalSource physical, int connects) {
      super(physical);
      this.connects = connects;
    }

    @Override
    Connection take(long deadline) throws SQLException {
      for (int i = 0; i < connects; i++) {
        assertThatThrownBy(physical::connect).isInstanceOf(SQLException.class);
      }
      throw new SQLTimeoutException("no connection in time");
    }

    @Override
    boolean isTimeout(SQLException thrown) {
      return true;
    }
  }

  private ConnectionException borrowFrom(Pool pool) {
    try (ConnectionSource source = new LeasingSource(unreachable, Dialect.POSTGRESQL, pool)) {
      return catchThrowableOfType(ConnectionException.class, source::borrow);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1, SERVICE_DOWN, 08001", "1, 1, SERVICE_DOWN, 08001", "1, 0, POOL_EXHAUSTED,"})
  void borrow_poolTimesOutBetweenConnects_hasTheReasonOfARefusedOne(
      int connectsBefore, int connects, ErrorClass kind, String state) throws Exception {
    for (int i = 0; i < connectsBefore; i++) {
      assertThatThrownBy(physical::connect).isInstanceOf(SQLException.class);
    }
    ConnectionException thrown = borrowFrom(new TimedOutPool(physical, connects));
    assertThat(thrown.kind()).isEqualTo(kind);
    assertThat(thrown.getCause())
        .asInstanceOf(InstanceOfAssertFactories.type(SQLException.class))
        .returns(state, SQLException::getSQLState);
    assertThat(thrown).hasMessageMatching(".*last cause: Connection to .* refused.*");
  }

  /** HikariCP pauses up to 5 s between two connects, so a borrow may contain none. */
  @Test
  void borrow_serverWasFullAtTheLastConnect_isTheServersLimit() throws Exception {
    PhysicalSource.ConnectFailure full =
        new PhysicalSource.ConnectFailure(new SQLException("too many clients", "53300"), 0);
    Pool pool =
        new TimedOutPool(physical, 0) {
          @Override
          PhysicalSource.ConnectFailure lastFailure() {
            return full;
          }
        };
    ConnectionException thrown = borrowFrom(pool);
    assertThat(thrown.kind()).isEqualTo(ErrorClass.POOL_OR_PROCESS_LIMIT);
    assertThat(thrown).hasMessageContaining("last cause: too many clients");
  }

  @Test
  void openingThroughAProxy_namesTheUsersUrl() throws Exception {
    ConnectionException thrown =
        refusal(at(closedPort(), PoolKind.HIKARI).shownAs("jdbc:postgresql://db:5432/coats"));
    assertThat(thrown)
        .hasMessageStartingWith("cannot connect to jdbc:postgresql://db:5432/coats as ");
  }

  /** The connect hangs when the borrow times out, and is over right after that. */
  @Test
  void borrow_connectEndsDuringTheRefusal_isServiceDown() throws Exception {
    AtomicInteger hanging = new AtomicInteger(1);
    Pool pool =
        new TimedOutPool(physical, 0) {
          @Override
          int connecting() {
            return hanging.getAndSet(0);
          }
        };
    ConnectionException thrown = borrowFrom(pool);
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    assertThat(thrown).hasMessageContaining("none yet, 1 connecting");
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT) // it only waits
  @EnumSource
  void silentListener_isServiceDown(PoolKind kind) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      ConnectionException thrown = refusal(at(address(silent), kind).login(LOGIN));
      assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT) // it only waits
  @EnumSource
  void silentListener_holdsNoBorrower(PoolKind kind) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      ConnectionException thrown =
          borrowFrom(
              at(address(silent), kind).login(LOGIN).borrowWait(Duration.ofMillis(500)),
              refused -> !refused.getMessage().endsWith("last cause: none"));
      assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
      assertThat(thrown).hasMessageContaining("in use 0, open 0, waiting 1");
    }
  }

  private static ConnectionException borrowFrom(
      ConnectionSettings settings, Predicate<ConnectionException> namesCause) {
    return ServerUnderTest.refusal(
        () -> {
          settings.name("dark-" + NUMBER.incrementAndGet());
          try (ConnectionSource source = unchecked(settings.build())) {
            return ServerUnderTest.refusal(source);
          }
        },
        namesCause);
  }

  private static ConnectionSource unchecked(ConnectionSettings settings) throws SQLException {
    return new LeasingSource(
        settings, Dialect.POSTGRESQL, ConnectionSources.openPool(settings, physical(settings)));
  }

  private static String address(ServerSocket silent) {
    return "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/coats";
  }

  @ParameterizedTest
  @EnumSource
  void fullServer_isALimit(PoolKind kind) throws SQLException {
    try (Connection observer = SERVER.observer()) {
      TestDatabase.execute(observer, "alter database cloakroom connection limit 0");
      try {
        ConnectionException thrown = refusal(at(SERVER.url(), kind));
        assertThat(thrown.kind()).isEqualTo(ErrorClass.POOL_OR_PROCESS_LIMIT);
        assertThat(SqlErrors.informative(thrown).getSQLState()).isEqualTo("53300");
      } finally {
        TestDatabase.execute(observer, "alter database cloakroom connection limit -1");
      }
    }
  }

  @Test
  void statementWithoutAResponse_namesTheReadTimeOut() throws SQLException {
    try (ConnectionSource source =
            ConnectionSources.open(
                at(SERVER.url(), PoolKind.HIKARI).socket(Duration.ofSeconds(1)).build());
        Lease lease = source.borrow()) {
      SQLException thrown =
          catchThrowableOfType(
              SQLException.class, () -> TestDatabase.execute(lease.jdbc(), "select pg_sleep(60)"));
      ConnectionException failure = lease.failure("reading", thrown);
      assertThat(failure.kind()).isEqualTo(ErrorClass.SESSION_DEAD);
      assertThat(failure)
          .hasMessage(
              "reading: An I/O error occurred while sending to the backend. (no response within"
                  + " --read-timeout)");
    }
  }

  @ParameterizedTest
  @CsvSource({"UCP, UCP validates every borrow", "DBCP2, DBCP 2 validates every borrow or none"})
  void open_validationIdleNotSupported_isConfiguration(PoolKind kind, String reason) {
    ConnectionException thrown = refusal(at(SERVER.url(), kind).validation(Validation.IDLE));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.CONFIGURATION);
    assertThat(thrown).hasMessageContainingAll(reason, "or pool hikari or agroal");
  }

  /** The database ends between the first connection and the others. */
  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void closedPort_failsTheMinimum(PoolKind kind) throws Exception {
    String slow = closedPort() + "?connectTimeout=300&loginTimeout=300";
    ConnectionSettings settings =
        at(slow, kind).login(LOGIN).minimum(2).name("dark-" + NUMBER.incrementAndGet()).build();
    ConnectionException thrown =
        catchThrowableOfType(ConnectionException.class, () -> unchecked(settings).close());
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    assertThat(thrown).hasMessageMatching("cannot open dark-\\d+ with 2 connections: .* refused.*");
  }
}
