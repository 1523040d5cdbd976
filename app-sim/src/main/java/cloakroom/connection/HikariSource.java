package cloakroom.connection;

import cloakroom.database.errors.SqlErrors;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.pool.HikariPool;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * HikariCP pool with the settings common to all pools. At close(), HikariCP rolls back an open
 * transaction. At {@link ResetLevel#NONE} the proxy ignores this rollback.
 */
final class HikariSource extends Pool {
  private final HikariDataSource pool;

  HikariSource(ConnectionSettings settings, PhysicalSource physical) throws SQLException {
    super(physical);
    HikariConfig config = new HikariConfig();
    config.setPoolName(settings.name);
    config.setDataSource(physical.asDataSource());
    config.setAutoCommit(false);
    config.setMinimumIdle(settings.minimum);
    config.setMaximumPoolSize(settings.size);
    config.setConnectionTimeout(settings.borrowWait.toMillis());
    // HikariCP rejects a validation time-out below 250 ms.
    Duration validation = Collections.min(List.of(settings.validationTime(), settings.borrowWait));
    config.setValidationTimeout(Math.max(250, validation.toMillis()));
    config.setIdleTimeout(ConnectionSettings.IDLE.toMillis());
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    config.setInitializationFailTimeout(settings.minimum == 0 ? -1 : settings.login.toMillis());
    config.setExceptionOverride(new Eviction());
    try {
      this.pool = PoolFactory.hikari(config, settings.validation);
    } catch (PoolInitializationException failure) {
      throw new SQLException(failure.getMessage(), failure);
    }
  }

  /**
   * Makes HikariCP evict a connection only after an error that ends the database session, as other
   * pools do. HikariCP's default keeps connections after ORA-02396 and ORA-03135, and evicts them
   * after PostgreSQL's 0A000.
   */
  private static final class Eviction implements SQLExceptionOverride {
    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException thrown) {
      return SqlErrors.classifyInUse(thrown).endsSession()
          ? SQLExceptionOverride.Override.MUST_EVICT
          : SQLExceptionOverride.Override.DO_NOT_EVICT;
    }
  }

  @Override
  Connection take(long deadline) throws SQLException {
    return pool.getConnection();
  }

  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    if (!reusable) {
      pool.evictConnection(connection);
      // An eviction opens no connection for a borrower that already waits; this call does.
      HikariPool opened = (HikariPool) pool.getHikariPoolMXBean();
      opened.addBagItem(opened.getThreadsAwaitingConnection());
    }
    connection.close();
  }

  @Override
  boolean isTimeout(SQLException thrown) {
    return thrown instanceof SQLTransientConnectionException;
  }

  @Override
  void shutdown() {
    pool.close();
  }
}
