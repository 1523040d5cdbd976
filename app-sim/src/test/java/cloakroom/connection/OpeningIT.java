package cloakroom.connection;

import static cloakroom.connection.PostgresUnderTest.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import cloakroom.contract.ErrorClass;
import cloakroom.contract.Password;
import cloakroom.database.TestDatabase;
import cloakroom.database.errors.SqlErrors;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source that cannot work says so when it opens: one line, in time, alike for every pool kind.
 */
@Timeout(60)
final class OpeningIT {
  private static final Duration LOGIN = Duration.ofSeconds(1);

  /** For a server that answers at once. */
  private static final Duration PATIENT = Duration.ofSeconds(10);

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private static ConnectionException refusal(ConnectionSettings settings) {
    long from = System.nanoTime();
    ConnectionException thrown =
        catchThrowableOfType(
            ConnectionException.class, () -> ConnectionSources.open(settings.build()).close());
    assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(LOGIN.plusSeconds(4));
    assertThat(thrown.getMessage()).doesNotContain("\n").doesNotContain(SERVER.password().reveal());
    return thrown;
  }

  private static ConnectionSettings at(String url, PoolKind kind) {
    return SERVER.settings(url, kind, 2).login(LOGIN);
  }

  @ParameterizedTest
  @EnumSource
  void wrongPassword_isConfiguration(PoolKind kind) {
    ConnectionException thrown =
        refusal(
            ConnectionSettings.to(SERVER.url(), SERVER.user(), Password.of("tiger17"))
                .pool(kind, 2)
                .login(PATIENT));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.CONFIGURATION);
    assertThat(SqlErrors.informative(thrown).getSQLState()).isEqualTo("28P01");
    assertThat(thrown.getMessage()).contains("as " + SERVER.user()).doesNotContain("tiger17");
  }

  @ParameterizedTest
  @EnumSource
  void unknownDatabase_isConfiguration(PoolKind kind) {
    String url = SERVER.url().replaceFirst("/[^/?]*(\\?|$)", "/nowhere$1");
    ConnectionException thrown = refusal(at(url, kind).login(PATIENT));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.CONFIGURATION);
    assertThat(thrown).hasMessageContaining("nowhere");
  }

  @ParameterizedTest
  @EnumSource
  void closedPort_isServiceDown(PoolKind kind) throws IOException {
    String url = closedPort();
    ConnectionException thrown = refusal(at(url, kind));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    assertThat(thrown).hasMessageStartingWith("cannot connect to " + url + " as " + SERVER.user());
  }

  private static String closedPort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return address(free);
    }
  }

  /** As when the database ends after the source has opened. */
  @ParameterizedTest
  @EnumSource
  void closedPort_failsTheBorrow(PoolKind kind) throws Exception {
    ConnectionException thrown = borrowFrom(closedPort(), kind);
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    assertThat(SqlErrors.informative(thrown).getSQLState()).isEqualTo("08001");
    assertThat(thrown)
        .hasMessageMatching(".* in use 0, open 0, .*last cause: Connection to .* refused.*");
  }

  /** Times out at once, between two connects. */
  private static final class ImpatientPool extends Pool {
    private final int connects;

    ImpatientPool(PhysicalSource physical, int connects) {
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

  @ParameterizedTest
  @CsvSource({"0, 1, SERVICE_DOWN, 08001", "1, 1, SERVICE_DOWN, 08001", "1, 0, POOL_EXHAUSTED,"})
  void borrow_poolTimesOutBetweenConnects_hasTheReasonOfARefusedOne(
      int connectsBefore, int connects, ErrorClass kind, String state) throws Exception {
    ConnectionSettings settings = at(closedPort(), PoolKind.NONE).build();
    PhysicalSource physical = new PhysicalSource(settings, Dialect.POSTGRESQL);
    for (int i = 0; i < connectsBefore; i++) {
      assertThatThrownBy(physical::connect).isInstanceOf(SQLException.class);
    }
    try (ConnectionSource source =
        new LeasingSource(
            settings,
            Dialect.POSTGRESQL,
            physical,
            pool -> new ImpatientPool(physical, connects))) {
      ConnectionException thrown = catchThrowableOfType(ConnectionException.class, source::borrow);

      assertThat(thrown.kind()).isEqualTo(kind);
      assertThat(thrown.getCause())
          .asInstanceOf(InstanceOfAssertFactories.type(SQLException.class))
          .returns(state, SQLException::getSQLState);
      assertThat(thrown).hasMessageMatching(".*last cause: Connection to .* refused.*");
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT) // it only waits
  @EnumSource
  void silentListener_isServiceDown(PoolKind kind) throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      ConnectionException thrown = refusal(at(address(silent), kind));
      assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    }
  }

  /** As when the database falls silent after the source has opened. */
  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT) // it only waits
  @EnumSource
  void silentListener_holdsNoBorrower(PoolKind kind) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      ConnectionException thrown = borrowFrom(address(silent), kind);
      assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
      assertThat(thrown).hasMessageContaining("in use 0, open 0, waiting 1");
    }
  }

  /** What a borrower is told, and within the bound. */
  private static ConnectionException borrowFrom(String url, PoolKind kind) throws SQLException {
    ConnectionSettings settings =
        at(url, kind)
            .borrowWait(Duration.ofMillis(kind == PoolKind.HIKARI ? 2000 : 500))
            .name("dark-" + kind + NUMBER.incrementAndGet())
            .build();
    try (ConnectionSource source = unchecked(settings)) {
      long from = System.nanoTime();
      ConnectionException thrown = catchThrowableOfType(ConnectionException.class, source::borrow);
      assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(LOGIN.plusSeconds(4));
      return thrown;
    }
  }

  private static ConnectionSource unchecked(ConnectionSettings settings) throws SQLException {
    return new LeasingSource(
        settings, Dialect.POSTGRESQL, new PhysicalSource(settings, Dialect.POSTGRESQL));
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
  void otherUrl_isToldTheChoices() {
    ConnectionException thrown = refusal(at("jdbc:mysql://somewhere/coats", PoolKind.HIKARI));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.CONFIGURATION);
    assertThat(thrown)
        .hasMessageContainingAll(
            "jdbc:mysql://somewhere/coats", "jdbc:postgresql:", "jdbc:oracle:");
  }

  @Test
  void malformedUrl_isConfiguration() {
    ConnectionException thrown = refusal(at("jdbc:postgresql://host:port/coats", PoolKind.HIKARI));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.CONFIGURATION);
  }

  @ParameterizedTest
  @CsvSource({"UCP, UCP validates every borrow", "DBCP2, DBCP 2 validates every borrow or none"})
  void poolThatTrustsNoIdleConnection_saysSo(PoolKind kind, String reason) {
    ConnectionException thrown = refusal(at(SERVER.url(), kind).validation(Validation.IDLE));
    assertThat(thrown.kind()).isEqualTo(ErrorClass.CONFIGURATION);
    assertThat(thrown).hasMessageContainingAll(reason, "or pool hikari or agroal");
  }

  /** As when the database ends between the first connection and the others. */
  @ParameterizedTest
  @EnumSource(mode = EXCLUDE, names = "NONE")
  void closedPort_failsTheMinimum(PoolKind kind) throws Exception {
    ConnectionSettings settings = at(closedPort(), kind).minimum(2).name("dark-minimum").build();
    ConnectionException thrown =
        catchThrowableOfType(ConnectionException.class, () -> unchecked(settings).close());
    assertThat(thrown.kind()).isEqualTo(ErrorClass.SERVICE_DOWN);
    assertThat(thrown)
        .hasMessageMatching("cannot open dark-minimum with 2 connections: .* refused.*");
  }
}
