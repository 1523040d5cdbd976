package cloakroom.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.NoSuchElementException;
import org.apache.commons.dbcp2.PoolableConnection;
import org.apache.commons.dbcp2.PoolableConnectionFactory;
import org.apache.commons.dbcp2.PoolingDataSource;
import org.apache.commons.pool2.impl.GenericObjectPool;
import org.apache.commons.pool2.impl.GenericObjectPoolConfig;

/**
 * Commons DBCP 2, put together of its parts as its BasicDataSource is, but without habits of its
 * own: no rollback and no autoCommit at close(), no state remembered above ours, no MBean, no log.
 * It caches no statements; the driver does.
 */
final class Dbcp2Source extends Pool {
  /** How often it looks for idle connections; HikariCP's rhythm. */
  private static final Duration HOUSEKEEPING = Duration.ofSeconds(30);

  private final GenericObjectPool<PoolableConnection> pool;
  private final PoolingDataSource<PoolableConnection> lender;

  /**
   * Left to itself DBCP opens a connection for each one it throws away, whether anybody waits or
   * not.
   */
  private static final class OnDemand extends GenericObjectPool<PoolableConnection> {
    OnDemand(
        PoolableConnectionFactory factory, GenericObjectPoolConfig<PoolableConnection> limits) {
      super(factory, limits);
    }

    @Override
    public void addObject() throws Exception {
      if (getNumWaiters() > 0 || getNumIdle() < getMinIdle()) {
        super.addObject();
      }
    }
  }

  Dbcp2Source(ConnectionSettings settings, PhysicalSource physical) throws SQLException {
    super(physical);
    PoolableConnectionFactory factory = new PoolableConnectionFactory(physical::connect, null);
    factory.setDefaultAutoCommit(false);
    factory.setAutoCommitOnReturn(false);
    factory.setRollbackOnReturn(false);
    factory.setValidationQueryTimeout(Duration.ofSeconds(settings.validationSeconds()));
    this.pool = new OnDemand(factory, limits(settings));
    factory.setPool(pool);
    this.lender = new PoolingDataSource<>(pool);
    try {
      pool.preparePool();
    } catch (Exception refused) {
      shutdown();
      throw refused instanceof SQLException told ? told : new SQLException(refused);
    }
  }

  private static GenericObjectPoolConfig<PoolableConnection> limits(ConnectionSettings settings) {
    GenericObjectPoolConfig<PoolableConnection> limits = new GenericObjectPoolConfig<>();
    limits.setMaxTotal(settings.size);
    limits.setMaxIdle(settings.size);
    limits.setMinIdle(settings.minimum);
    limits.setMaxWait(settings.borrowWait);
    limits.setTestOnBorrow(true);
    limits.setMinEvictableIdleDuration(Duration.ofMillis(-1)); // it would take the minimum too
    limits.setSoftMinEvictableIdleDuration(ConnectionSettings.IDLE);
    limits.setTimeBetweenEvictionRuns(HOUSEKEEPING);
    limits.setNumTestsPerEvictionRun(-1); // all of them
    limits.setEvictorShutdownTimeout(Duration.ZERO);
    limits.setJmxEnabled(false);
    return limits;
  }

  /** DBCP gives up where a new connection turns out to be dead; the others try another. */
  @Override
  Connection take(long deadline) throws SQLException {
    try {
      return lender.getConnection();
    } catch (SQLException failure) {
      if (isTimeout(failure) || !(failure.getCause() instanceof NoSuchElementException)) {
        throw failure;
      }
      return lender.getConnection();
    }
  }

  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    if (!reusable) {
      PhysicalConnection.of(connection).closeQuietly(); // what is closed it does not keep
    }
    connection.close();
  }

  @Override
  boolean isTimeout(SQLException thrown) {
    return thrown.getCause() instanceof NoSuchElementException none
        && none.getMessage().startsWith("Timeout");
  }

  @Override
  void shutdown() {
    pool.close();
  }
}
