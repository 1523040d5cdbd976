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
 * HikariCP without habits of its own: it grows on demand, keeps connections as long as UCP does,
 * and validates as told. It rolls back a transaction left open at close(); with {@link
 * ResetLevel#NONE} the physical connection ignores that.
 */
final class HikariSource extends Pool {
  private static final Duration SHORTEST_TIME = Duration.ofMillis(250);

  private final HikariDataSource pool;

  /**
   * Has HikariCP evict what our table calls ended and nothing else, as every other source does.
   * Left to itself it would keep Oracle's ORA-02396 and 03135, and evict for each 0A000 of
   * PostgreSQL.
   */
  private static final class Eviction implements SQLExceptionOverride {
    @java.lang.Override
    public SQLExceptionOverride.Override adjudicate(SQLException thrown) {
      return SqlErrors.inUse(thrown).endsSession()
          ? SQLExceptionOverride.Override.MUST_EVICT
          : SQLExceptionOverride.Override.DO_NOT_EVICT;
    }
  }

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
    config.setValidationTimeout(Collections.max(List.of(validation, SHORTEST_TIME)).toMillis());
    config.setIdleTimeout(ConnectionSettings.IDLE.toMillis());
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    config.setInitializationFailTimeout(settings.minimum == 0 ? -1 : settings.login.toMillis());
    config.setExceptionOverride(new Eviction());
    try {
      this.pool = PoolFactory.hikari(config, settings.validation);
    } catch (PoolInitializationException refused) {
      throw new SQLException(refused.getMessage(), refused);
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
