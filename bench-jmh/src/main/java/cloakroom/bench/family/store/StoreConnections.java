package cloakroom.bench.family.store;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Validation;
import cloakroom.database.Database;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import javax.sql.DataSource;

/**
 * Connections for all subjects: HikariCP with the same number of connections, the same driver
 * settings and the same validation (a connection is asked whether it lives when it was idle for
 * more than 500 ms, which none is while it is measured). Ours come through the tier's connection
 * source, those of plain JDBC and of the peers straight from the pool.
 */
final class StoreConnections implements AutoCloseable {
  private static final int CACHED_STATEMENTS = 256;
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final ConnectionSource ours;
  private final HikariDataSource theirs;

  StoreConnections(Database database, int size) {
    ours =
        ConnectionSources.open(
            ConnectionSettings.to(database.url(), database.user(), database.password())
                .pool(PoolKind.HIKARI, size)
                .minimum(size)
                .validation(Validation.IDLE)
                .statementCache(CACHED_STATEMENTS)
                .borrowWait(WAIT)
                .build());
    theirs = new HikariDataSource(configuration(database, size));
  }

  private static HikariConfig configuration(Database database, int size) {
    Properties driver = new Properties();
    driver.setProperty("user", database.user());
    driver.setProperty("password", database.password().reveal());
    driver.setProperty("tcpKeepAlive", "true");
    driver.setProperty("socketTimeout", "60");
    driver.setProperty("assumeMinServerVersion", "10");
    driver.setProperty("ApplicationName", "cloakroom-bench");
    driver.setProperty("prepareThreshold", "5");
    driver.setProperty("preparedStatementCacheQueries", "" + CACHED_STATEMENTS);
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setDataSourceProperties(driver);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(size);
    config.setConnectionTimeout(WAIT.toMillis());
    config.setMaxLifetime(0);
    config.setKeepaliveTime(0);
    return config;
  }

  /** The tier's own way to a connection. */
  ConnectionSource ours() {
    return ours;
  }

  /** The pool that plain JDBC and the peers share. */
  DataSource theirs() {
    return theirs;
  }

  /** Runs statements, for a table that a subject needs or no longer needs. */
  void execute(String... statements) throws SQLException {
    try (Connection connection = theirs.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void close() {
    ours.close();
    theirs.close();
  }
}
