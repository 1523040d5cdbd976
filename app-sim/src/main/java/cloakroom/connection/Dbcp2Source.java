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
 * Commons DBCP 2 pool, built from the classes that BasicDataSource uses. To do the same work as the
 * other pools, it omits rollback at close(), cached state, MBean and statement cache.
 */
final class Dbcp2Source extends Pool {
  private final GenericObjectPool<PoolableConnection> pool;
  private final PoolingDataSource<PoolableConnection> dataSource;

  /**
   * Object pool that replaces an evicted connection only if a borrower waits or too few are idle.
   * DBCP would replace every evicted connection.
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
    GenericObjectPoolConfig<PoolableConnection> limits = new GenericObjectPoolConfig<>();
    limits.setMaxTotal(settings.size);
    limits.setMaxIdle(settings.size);
    limits.setMinIdle(settings.minimum);
    limits.setMaxWait(settings.borrowWait);
    limits.setTestOnBorrow(true);
    // the soft limit evicts only idle connections above the minimum; this one would evict all
    limits.setMinEvictableIdleDuration(Duration.ofMillis(-1));
    limits.setSoftMinEvictableIdleDuration(ConnectionSettings.IDLE);
    limits.setTimeBetweenEvictionRuns(Duration.ofSeconds(30));
    limits.setNumTestsPerEvictionRun(-1); // all
    limits.setEvictorShutdownTimeout(Duration.ZERO);
    limits.setJmxEnabled(false);
    this.pool = new OnDemand(factory, limits);
    factory.setPool(pool);
    this.dataSource = new PoolingDataSource<>(pool);
    try {
      pool.preparePool();
    } catch (Exception failure) {
      shutdown();
      throw failure instanceof SQLException sql ? sql : new SQLException(failure);
    }
  }

  /**
   * Takes a connection. Tries twice, because DBCP, unlike other pools, fails if its new connection
   * does not validate.
   */
  @Override
  Connection take(long deadline) throws SQLException {
    try {
      return dataSource.getConnection();
    } catch (SQLException failure) {
      if (isTimeout(failure) || !(failure.getCause() instanceof NoSuchElementException)) {
        throw failure;
      }
      return dataSource.getConnection();
    }
  }

  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    if (!reusable) {
      PhysicalConnection.of(connection).closeQuietly(); // DBCP keeps no closed connection
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
