package cloakroom.connection;

import cloakroom.database.errors.SqlErrors;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.SQLExceptionOverride;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * HikariCP with the settings common to all pools: it grows on demand and keeps idle connections as
 * long as UCP. At close() it rolls back an open transaction; with {@link ResetLevel#NONE} the
 * physical connection ignores that.
 */
final class HikariSource extends Pool {
  private static final Duration MIN_TIMEOUT = Duration.ofMillis(250);

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
    Duration validation = Collections.min(List.of(settings.validationTime(), settings.borrowWait));
    config.setValidationTimeout(Collections.max(List.of(validation, MIN_TIMEOUT)).toMillis());
    config.setIdleTimeout(ConnectionSettings.IDLE.toMillis());
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    config.setInitializationFailTimeout(settings.minimum == 0 ? -1 : settings.login.toMillis());
    config.setExceptionOverride(eviction());
    try {
      this.pool = PoolFactory.hikari(config, settings.validation);
    } catch (PoolInitializationException failure) {
      throw new SQLException(failure.getMessage(), failure);
    }
  }

  /**
   * Makes HikariCP evict exactly after the errors that end a session, as the other pools do. By
   * default it keeps connections after ORA-02396 and 03135, and evicts after PostgreSQL's 0A000.
   */
  private static SQLExceptionOverride eviction() {
    return new SQLExceptionOverride() {
      @java.lang.Override
      public SQLExceptionOverride.Override adjudicate(SQLException thrown) {
        return SqlErrors.classifyInUse(thrown).endsSession()
            ? SQLExceptionOverride.Override.MUST_EVICT
            : SQLExceptionOverride.Override.DO_NOT_EVICT;
      }
    };
  }

  @Override
  Connection take(long deadline) throws SQLException {
    return pool.getConnection();
  }

  @Override
  void giveBack(Connection connection, boolean reusable) throws SQLException {
    if (!reusable) {
      pool.evictConnection(connection);
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
