package cloakroom.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/**
 * HikariCP without habits of its own: it grows on demand, keeps connections as long as UCP does,
 * and validates as told. It rolls back a transaction left open at close(); with {@link
 * Hygiene#NONE} the physical connection ignores that.
 */
final class HikariSource extends CountedPool {
  private static final Duration VALIDATION_TIME = Duration.ofSeconds(5);
  private static final Duration SHORTEST_TIME = Duration.ofMillis(250);

  private final HikariDataSource pool;

  HikariSource(ConnectionSettings settings, PhysicalSource physical) {
    super(physical);
    this.pool = HikariOpening.open(configuration(settings, physical), settings.validation());
  }

  private static HikariConfig configuration(ConnectionSettings settings, PhysicalSource physical) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(settings.name());
    config.setDataSource(physical);
    config.setAutoCommit(false);
    config.setMinimumIdle(settings.minimum());
    config.setMaximumPoolSize(settings.size());
    config.setConnectionTimeout(settings.borrowWait().toMillis());
    config.setValidationTimeout(validationTime(settings).toMillis());
    config.setIdleTimeout(settings.idle().toMillis());
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    config.setInitializationFailTimeout(
        settings.minimum() == 0 ? -1 : settings.driver().login().toMillis());
    config.setExceptionOverride(new HikariEviction());
    return config;
  }

  /** As long as any statement may take, within HikariCP's bounds: it overrides the driver's. */
  private static Duration validationTime(ConnectionSettings settings) {
    Duration socket = settings.driver().socket();
    Duration longest = socket.isZero() ? VALIDATION_TIME : shorter(socket, VALIDATION_TIME);
    Duration inTime = shorter(longest, settings.borrowWait());
    return inTime.compareTo(SHORTEST_TIME) < 0 ? SHORTEST_TIME : inTime;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  @Override
  public Connection take() throws SQLException {
    return pool.getConnection();
  }

  @Override
  public void giveBack(Connection connection, boolean reusable) throws SQLException {
    if (!reusable) {
      pool.evictConnection(connection);
    }
    connection.close();
  }

  @Override
  public boolean isTimeout(SQLException thrown) {
    return thrown instanceof SQLTransientConnectionException;
  }

  @Override
  public void shutdown() {
    pool.close();
  }
}
