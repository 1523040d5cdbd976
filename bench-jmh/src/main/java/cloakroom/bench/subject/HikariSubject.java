package cloakroom.bench.subject;

import cloakroom.database.Database;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** HikariCP. It validates only after 500 ms without use unless it is told to always do so. */
final class HikariSubject implements Connections {
  private static final String ALIVE_BYPASS = "com.zaxxer.hikari.aliveBypassWindowMs";

  private final HikariDataSource pool;

  private HikariSubject(HikariDataSource pool) {
    this.pool = pool;
  }

  static Connections open(Database database, SubjectSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(database.url());
    config.setDataSourceProperties(Driver.properties(database, settings));
    config.setMaximumPoolSize(settings.size());
    config.setMinimumIdle(settings.minimum());
    config.setConnectionTimeout(TimeUnit.SECONDS.toMillis(30));
    System.setProperty("com.zaxxer.hikari.blockUntilFilled", "true");
    config.setInitializationFailTimeout(TimeUnit.SECONDS.toMillis(30));
    System.setProperty(ALIVE_BYPASS, settings.validate() ? "-1" : "500");
    try {
      return new HikariSubject(new HikariDataSource(config));
    } finally {
      // a pool reads it when it is made; the next one may want another
      System.clearProperty(ALIVE_BYPASS);
    }
  }

  @Override
  public Connection take() throws SQLException {
    return pool.getConnection();
  }

  @Override
  public void close() {
    pool.close();
  }
}
