package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import oracle.ucp.UniversalConnectionPoolException;
import oracle.ucp.admin.UniversalConnectionPoolManagerImpl;
import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.PoolDataSourceFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The published properties of a driver's pool, at the pools of today: pooling can be off, an idle
 * connection is closed after a time, an older one is not used again.
 */
final class PoolPropertiesIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private static final Database SERVER = TestServer.get();

  private final List<PoolDataSource> pools = new ArrayList<>();

  @AfterEach
  void destroy() throws UniversalConnectionPoolException {
    for (PoolDataSource pool : pools) {
      UniversalConnectionPoolManagerImpl.getUniversalConnectionPoolManager()
          .destroyConnectionPool(pool.getConnectionPoolName());
    }
  }

  private static int backend(Connections connections) throws SQLException {
    try (Connection connection = connections.take()) {
      return backend(connection);
    }
  }

  private static int backend(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select pg_backend_pid()")) {
      row.next();
      return row.getInt(1);
    }
  }

  @ParameterizedTest
  @EnumSource(Subject.class)
  void pooling_reusesASession_unlessItIsOff(Subject subject) throws SQLException {
    try (Connections connections = subject.open(SERVER, SubjectSettings.full(1))) {
      int first = backend(connections);
      int second = backend(connections);
      assertThat(first == second).isEqualTo(subject != Subject.UNPOOLED);
    }
  }

  /** HikariCP asks for 30 seconds or more, but only before the start. */
  @Test
  void olderConnection_isNotUsedAgain_byHikari() throws SQLException {
    Backends backends = new Backends(SERVER);
    try (Connections pool = AgeingPool.open(backends, 1, Duration.ofSeconds(1))) {
      int first = backend(pool);
      assertThat(backend(pool)).isEqualTo(first);
      assertThat(changes(first, () -> backend(pool))).isTrue();
    }
  }

  @Test
  void withoutLifetime_theConnectionStays() throws SQLException {
    Backends backends = new Backends(SERVER);
    try (Connections pool = AgeingPool.open(backends, 1, Duration.ZERO)) {
      int first = backend(pool);
      LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
      assertThat(backend(pool)).isEqualTo(first);
    }
  }

  @Test
  void olderConnection_isNotUsedAgain_byUcp() throws SQLException {
    PoolDataSource pool = ucp("lifetime");
    pool.setMaxConnectionReuseTime(1);
    int first = backendOf(pool);
    assertThat(changes(first, () -> backendOf(pool))).isTrue();
  }

  @Test
  void idleConnection_isClosed_byUcp() throws SQLException {
    PoolDataSource pool = ucp("idle");
    pool.setInactiveConnectionTimeout(1);
    int first = backendOf(pool);
    assertThat(changes(0, () -> isThere(first) ? 0 : 1)).isTrue();
  }

  private PoolDataSource ucp(String name) throws SQLException {
    PoolDataSource pool = PoolDataSourceFactory.getPoolDataSource();
    pool.setConnectionPoolName("properties-" + name);
    pool.setConnectionFactoryClassName("org.postgresql.Driver");
    pool.setURL(SERVER.url());
    pool.setUser(SERVER.user());
    pool.setPassword(SERVER.password().reveal());
    pool.setMinPoolSize(0);
    pool.setInitialPoolSize(0);
    pool.setMaxPoolSize(1);
    pool.setTimeoutCheckInterval(1);
    pools.add(pool);
    return pool;
  }

  private static int backendOf(PoolDataSource pool) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      return backend(connection);
    }
  }

  private static boolean isThere(int backend) throws SQLException {
    try (Connection connection = SERVER.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select count(*) from pg_stat_activity where pid = " + backend)) {
      row.next();
      return row.getInt(1) == 1;
    }
  }

  /** A figure that is asked for again and again. */
  private interface Figure {
    int get() throws SQLException;
  }

  /** Whether it becomes another within the limit: no pool tells when it closes a connection. */
  private static boolean changes(int from, Figure figure) throws SQLException {
    long end = System.nanoTime() + LIMIT.toNanos();
    while (figure.get() == from) {
      if (System.nanoTime() > end) {
        return false;
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    return true;
  }
}
