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
 * Oracle's Universal Connection Pool. It never commits at close() here (its default over Oracle):
 * the cleaning is ours. Over Oracle it opens its connections itself, because it treats the driver's
 * own connections better than wrapped ones (of DRCP its guide says that a return gives the server
 * back), and its statistics count them. But it rolls back at the return of those: with {@link
 * ResetLevel#NONE} it gets ours, which ignore that.
 */
final class UcpSource extends Pool {
  /**
   * How long UCP is asked at a time. While it grows it sometimes leaves a borrower waiting for a
   * return although it could open a connection; asked again, it opens one.
   */
  private static final Duration SLICE = Duration.ofMillis(100);

  private final PoolDataSource pool;
  private final String name;
  private final boolean ownConnections;
  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean started;
  private volatile PhysicalSource.ConnectFailure lastFailure;

  UcpSource(ConnectionSettings settings, PhysicalSource physical) throws SQLException {
    super(physical);
    this.name = settings.name;
    this.ownConnections = opensItsOwn(settings);
    this.pool = PoolFactory.ucp();
    origin(settings);
    limits(settings);
    if (settings.minimum > 0) {
      pool.getConnection().close(); // UCP opens its first connections with the first borrow
      started = true;
    }
  }

  /** Whether UCP opens the physical connections; else it has them from us. */
  static boolean opensItsOwn(ConnectionSettings settings) {
    return Dialect.of(settings.url) == Dialect.ORACLE && settings.hygiene != ResetLevel.NONE;
  }

  private void origin(ConnectionSettings settings) throws SQLException {
    pool.setConnectionPoolName(name);
    pool.setUser(settings.user);
    pool.setPassword(settings.password.reveal());
    if (ownConnections) {
      pool.setConnectionFactoryClassName("oracle.jdbc.pool.OracleDataSource");
      pool.setURL(settings.url);
      Properties withoutLogin = (Properties) physical.properties().clone();
      withoutLogin.keySet().removeAll(Set.of("user", "password"));
      pool.setConnectionProperties(withoutLogin);
    } else {
      pool.setConnectionFactoryClassName(PhysicalDriver.class.getName());
      pool.setURL(PhysicalDriver.register(name, physical));
    }
  }

  private void limits(ConnectionSettings settings) throws SQLException {
    pool.setInitialPoolSize(settings.minimum);
    pool.setMinPoolSize(settings.minimum);
    pool.setMaxPoolSize(settings.size);
    pool.setConnectionWaitDuration(SLICE);
    pool.setInactiveConnectionTimeout(Math.toIntExact(ConnectionSettings.IDLE.toSeconds()));
    pool.setConnectionValidationTimeout(5);
    pool.setValidateConnectionOnBorrow(true);
    if (settings.validation == Validation.IDLE) {
      pool.setSecondsToTrustIdleConnection(1);
    }
    pool.setMaxStatements(0);
    pool.setCommitOnConnectionReturn(false);
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
          if (!isTimeout(failure)) {
            lastFailure = new PhysicalSource.ConnectFailure(failure, System.nanoTime());
            throw failure;
          }
          if (System.nanoTime() - deadline >= 0) {
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

  /**
   * Where UCP connects without us: who is inside it has a turn, so what it waits for is no return.
   */
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
    return super.created() + ucps(JDBCConnectionPoolStatistics::getConnectionsCreatedCount);
  }

  @Override
  long closed() {
    return super.closed() + ucps(JDBCConnectionPoolStatistics::getConnectionsClosedCount);
  }

  /** When UCP starts over Oracle it asks once whether there are shards, and does not count that. */
  private int ucps(ToIntFunction<JDBCConnectionPoolStatistics> count) {
    return ownConnections ? count.applyAsInt(pool.getStatistics()) + (started ? 1 : 0) : 0;
  }

  @Override
  void shutdown() {
    try {
      UniversalConnectionPoolManagerImpl.getUniversalConnectionPoolManager()
          .destroyConnectionPool(name);
    } catch (UniversalConnectionPoolException neverStarted) {
      // a pool nobody borrowed from does not exist yet
    } finally {
      PhysicalDriver.forget(name);
    }
  }
}
