package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.function.ToIntFunction;
import oracle.ucp.UniversalConnectionPoolException;
import oracle.ucp.admin.UniversalConnectionPoolManagerImpl;
import oracle.ucp.jdbc.JDBCConnectionPoolStatistics;
import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.ValidConnection;

/**
 * Oracle's Universal Connection Pool without its commit at close(). On Oracle, UCP opens the
 * connections itself, because proxies lack features such as the release of a DRCP server. At {@link
 * ResetLevel#NONE} UCP uses proxies, because it rolls back its own connections on return.
 */
final class UcpSource extends Pool {
  /**
   * Maximum wait of one call to UCP; a longer borrow repeats the call. UCP sometimes waits for a
   * returned connection although it could open a new one. The next call then opens it.
   */
  private static final Duration CALL_WAIT = Duration.ofMillis(100);

  private final PoolDataSource pool;
  private final String name;
  private final boolean ownConnections;
  private volatile boolean started;

  UcpSource(ConnectionSettings settings, PhysicalSource physical) throws SQLException {
    super(physical);
    this.name = settings.name;
    this.ownConnections = opensConnections(settings);
    this.pool = PoolFactory.ucp();
    pool.setConnectionPoolName(name);
    pool.setUser(settings.user);
    pool.setPassword(settings.password.reveal());
    if (ownConnections) {
      pool.setConnectionFactoryClassName("oracle.jdbc.pool.OracleDataSource");
      pool.setURL(settings.url);
      Properties withoutLogin = (Properties) physical.properties.clone();
      withoutLogin.keySet().removeAll(Set.of("user", "password"));
      pool.setConnectionProperties(withoutLogin);
    } else {
      pool.setConnectionFactoryClassName(PhysicalDriver.class.getName());
      pool.setURL(PhysicalDriver.register(name, physical));
    }
    pool.setInitialPoolSize(settings.minimum);
    pool.setMinPoolSize(settings.minimum);
    pool.setMaxPoolSize(settings.size);
    pool.setConnectionWaitDuration(CALL_WAIT);
    pool.setInactiveConnectionTimeout(Math.toIntExact(ConnectionSettings.IDLE.toSeconds()));
    pool.setConnectionValidationTimeout(5);
    pool.setValidateConnectionOnBorrow(true);
    if (settings.validation == Validation.IDLE) {
      pool.setSecondsToTrustIdleConnection(1);
    }
    pool.setMaxStatements(0);
    pool.setCommitOnConnectionReturn(false);
    if (settings.minimum > 0) {
      pool.getConnection().close(); // UCP opens its first connections with the first borrow
      started = true;
    }
  }

  static boolean opensConnections(ConnectionSettings settings) {
    return Dialect.of(settings.url) == Dialect.ORACLE && settings.resetLevel != ResetLevel.NONE;
  }

  @Override
  Connection take(long deadline) throws SQLException {
    // UCP waits here only for a connect, because our queue already waited for a free connection.
    physical.connecting.addAndGet(ownConnections ? 1 : 0);
    try {
      return repeat(this::call, deadline);
    } finally {
      physical.connecting.addAndGet(ownConnections ? -1 : 0);
    }
  }

  private Connection call() throws SQLException {
    try {
      Connection lent = pool.getConnection();
      started = true;
      if (!ownConnections) {
        return lent;
      }
      physical.lastFailure = null;
      return new PhysicalConnection(lent, ended -> {}, false).proxy();
    } catch (SQLException failure) {
      if (ownConnections && !isTimeout(failure)) {
        physical.lastFailure = new PhysicalSource.ConnectFailure(failure, System.nanoTime());
      }
      throw failure;
    }
  }

  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    Connection lent = ownConnections ? PhysicalConnection.of(connection).real : connection;
    if (!reusable) {
      ((ValidConnection) lent).setInvalid();
    }
    lent.close();
  }

  @Override
  boolean isTimeout(SQLException thrown) {
    return hadNone(thrown);
  }

  @Override
  long created() {
    return super.created() + ucpCount(JDBCConnectionPoolStatistics::getConnectionsCreatedCount);
  }

  @Override
  long closed() {
    return super.closed() + ucpCount(JDBCConnectionPoolStatistics::getConnectionsClosedCount);
  }

  /**
   * Returns the value of a UCP counter, plus 1 for UCP's first connection. UCP opens it to detect
   * sharding and does not count it.
   */
  private int ucpCount(ToIntFunction<JDBCConnectionPoolStatistics> count) {
    return ownConnections ? count.applyAsInt(pool.getStatistics()) + (started ? 1 : 0) : 0;
  }

  @Override
  void shutdown() {
    try {
      UniversalConnectionPoolManagerImpl.getUniversalConnectionPoolManager()
          .destroyConnectionPool(name);
    } catch (UniversalConnectionPoolException neverStarted) {
      // No pool exists yet, because UCP creates it at the first borrow.
    } finally {
      PhysicalDriver.forget(name);
    }
  }
}
