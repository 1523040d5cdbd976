package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import oracle.ucp.UniversalConnectionPoolException;
import oracle.ucp.admin.UniversalConnectionPoolManagerImpl;
import oracle.ucp.jdbc.JDBCConnectionPoolStatistics;
import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.ValidConnection;

/**
 * Oracle's Universal Connection Pool without a commit at close() (its default over Oracle). Over
 * Oracle it opens the connections itself and its statistics count them: it gives Oracle's own
 * connections features that wrapped ones lack, such as the release of a DRCP server on return. It
 * rolls those back on return, so with {@link ResetLevel#NONE} it gets wrapped ones, which ignore
 * that.
 */
final class UcpSource extends Pool {
  /**
   * Maximum wait of one call of UCP. A growing UCP sometimes lets a borrower wait for a return
   * although it could open a connection; the next call opens one.
   */
  private static final Duration CALL_WAIT = Duration.ofMillis(100);

  private final PoolDataSource pool;
  private final String name;
  private final boolean ownConnections;
  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean started;
  private volatile PhysicalSource.ConnectFailure lastFailure;

  UcpSource(ConnectionSettings settings, PhysicalSource physical) throws SQLException {
    super(physical);
    this.name = settings.name;
    this.ownConnections = opensConnections(settings);
    this.pool = PoolFactory.ucp();
    configureFactory(settings);
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

  /** Returns whether UCP opens the physical connections, not {@link PhysicalSource}. */
  static boolean opensConnections(ConnectionSettings settings) {
    return Dialect.of(settings.url) == Dialect.ORACLE && settings.resetLevel != ResetLevel.NONE;
  }

  private void configureFactory(ConnectionSettings settings) throws SQLException {
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
  }

  @Override
  Connection take(long deadline) throws SQLException {
    inside.incrementAndGet();
    try {
      while (true) {
        try {
          Connection lent = pool.getConnection();
          started = true;
          lastFailure = null;
          return ownConnections ? PhysicalConnection.abovePool(lent).proxy() : lent;
        } catch (SQLException failure) {
          boolean timeout = isTimeout(failure);
          if (!timeout) {
            lastFailure = new PhysicalSource.ConnectFailure(failure, System.nanoTime());
          }
          if (!timeout || System.nanoTime() - deadline >= 0) {
            throw failure;
          }
        }
      }
    } finally {
      inside.decrementAndGet();
    }
  }

  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    Connection lent = ownConnections ? PhysicalConnection.of(connection).real() : connection;
    if (!reusable) {
      ((ValidConnection) lent).setInvalid();
    }
    lent.close();
  }

  @Override
  boolean isTimeout(SQLException thrown) {
    return hadNone(thrown);
  }

  /** A thread inside UCP has a queue permit, so it waits for a connect, not for a return. */
  @Override
  int connecting() {
    return ownConnections ? inside.get() : super.connecting();
  }

  @Override
  PhysicalSource.ConnectFailure lastFailure() {
    return ownConnections ? lastFailure : super.lastFailure();
  }

  @Override
  long created() {
    return super.created() + ucpCount(JDBCConnectionPoolStatistics::getConnectionsCreatedCount);
  }

  @Override
  long closed() {
    return super.closed() + ucpCount(JDBCConnectionPoolStatistics::getConnectionsClosedCount);
  }

  /** UCP does not count the connection through which it looks for shards when it starts. */
  private int ucpCount(ToIntFunction<JDBCConnectionPoolStatistics> count) {
    return ownConnections ? count.applyAsInt(pool.getStatistics()) + (started ? 1 : 0) : 0;
  }

  @Override
  void shutdown() {
    try {
      UniversalConnectionPoolManagerImpl.getUniversalConnectionPoolManager()
          .destroyConnectionPool(name);
    } catch (UniversalConnectionPoolException neverStarted) {
      // UCP creates the pool with its first borrow
    } finally {
      PhysicalDriver.forget(name);
    }
  }
}
