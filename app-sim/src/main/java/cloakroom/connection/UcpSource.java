package cloakroom.connection;

import cloakroom.database.errors.SqlErrors;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToIntFunction;
import java.util.logging.Logger;
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
 * Hygiene#NONE} it gets ours, which ignore that.
 *
 * <p>A thread that waits inside UCP cannot be woken by an interrupt, which the {@link Ledger}
 * needs. So borrowers queue in front of it, first come first served, and UCP always has a
 * connection for whoever has the turn.
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
  private final Semaphore turns;
  private final AtomicInteger inside = new AtomicInteger();
  private volatile boolean started;
  private volatile SQLException lastFailure;
  private final long waitNanos;

  UcpSource(ConnectionSettings settings, PhysicalSource physical) {
    super(physical);
    this.name = settings.name;
    this.turns = new Semaphore(settings.size, true);
    this.waitNanos = settings.borrowWait.toNanos();
    this.ownConnections = opensItsOwn(settings);
    this.pool = PoolOpening.ucp();
    try {
      origin(settings);
      limits(settings);
      if (settings.minimum > 0) {
        pool.getConnection().close(); // UCP opens its first connections with the first borrow
        started = true;
      }
    } catch (SQLException refused) {
      throw new IllegalArgumentException("UCP: " + SqlErrors.oneLine(refused), refused);
    }
  }

  /** Whether UCP opens the physical connections; else it has them from us. */
  static boolean opensItsOwn(ConnectionSettings settings) {
    return Dialect.of(settings.url) == Dialect.ORACLE && settings.hygiene != Hygiene.NONE;
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
    pool.setInactiveConnectionTimeout(Math.toIntExact(settings.idle.toSeconds()));
    pool.setConnectionValidationTimeout(5);
    pool.setValidateConnectionOnBorrow(true);
    if (settings.validation == Validation.IDLE) {
      pool.setSecondsToTrustIdleConnection(1);
    }
    pool.setMaxStatements(0);
    pool.setCommitOnConnectionReturn(false);
  }

  @Override
  Connection take() throws SQLException {
    long deadline = System.nanoTime() + waitNanos;
    awaitTurn();
    inside.incrementAndGet();
    try {
      return takeBefore(deadline);
    } catch (SQLException | RuntimeException failure) {
      turns.release();
      throw failure;
    } finally {
      inside.decrementAndGet();
    }
  }

  /** Whoever has a turn is below the limit: UCP has a connection for it, or may open one. */
  private Connection takeBefore(long deadline) throws SQLException {
    while (true) {
      try {
        Connection lent = pool.getConnection();
        started = true;
        lastFailure = null;
        return ownConnections ? PhysicalConnection.abovePool(lent).proxy() : lent;
      } catch (SQLException failure) {
        if (!isTimeout(failure)) {
          lastFailure = failure;
          throw failure;
        }
        if (System.nanoTime() - deadline >= 0) {
          throw failure;
        }
      }
    }
  }

  private void awaitTurn() throws SQLException {
    try {
      if (!turns.tryAcquire(waitNanos, TimeUnit.NANOSECONDS)) {
        throw new SQLTimeoutException("every connection is out");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted while waiting for a connection", interrupted);
    }
  }

  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    try {
      Connection lent = ownConnections ? PhysicalConnection.of(connection).real() : connection;
      if (!reusable) {
        ((ValidConnection) lent).setInvalid();
      }
      lent.close();
    } finally {
      turns.release();
    }
  }

  /**
   * Behind a failed connect there is the database's own code; UCP's own codes mean that it had no
   * connection.
   */
  @Override
  boolean isTimeout(SQLException thrown) {
    return !(thrown.getCause() instanceof InterruptedException) && SqlErrors.isOnlyFromPool(thrown);
  }

  /**
   * Where UCP connects without us: who is inside it has a turn, so what it waits for is no return.
   */
  @Override
  int connecting() {
    return ownConnections ? inside.get() : super.connecting();
  }

  @Override
  SQLException lastFailure() {
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

  /**
   * Lets a pool that wants a driver class by name have its connections from a {@link
   * PhysicalSource}; the URL names the source. Public because the pool makes the instance.
   */
  public static final class PhysicalDriver implements Driver {
    private static final String PREFIX = "cloakroom:physical:";
    private static final Map<String, PhysicalSource> SOURCES = new ConcurrentHashMap<>();

    /** The URL under which the source can be reached until it is forgotten. */
    static String register(String name, PhysicalSource source) {
      SOURCES.put(PREFIX + name, source);
      return PREFIX + name;
    }

    static void forget(String name) {
      SOURCES.remove(PREFIX + name);
    }

    @Override
    public Connection connect(String url, Properties ignored) throws SQLException {
      PhysicalSource source = SOURCES.get(url);
      return source == null ? null : source.connect();
    }

    @Override
    public boolean acceptsURL(String url) {
      return SOURCES.containsKey(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties ignored) {
      return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
      return 1;
    }

    @Override
    public int getMinorVersion() {
      return 0;
    }

    @Override
    public boolean jdbcCompliant() {
      return false;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
      throw new SQLFeatureNotSupportedException();
    }
  }
}
