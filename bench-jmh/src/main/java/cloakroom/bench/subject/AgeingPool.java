package cloakroom.bench.subject;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * HikariCP with a maximum lifetime of any length. Its configuration takes none below 30 seconds;
 * set after the start, through its management interface, it takes any, and its timer keeps it. From
 * 10 seconds on HikariCP shortens each connection's life by up to a quarter, so that they do not
 * all end at once.
 */
public final class AgeingPool {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private AgeingPool() {}

  /**
   * A pool that is empty at first and grows on demand.
   *
   * @param size most connections at a time
   * @param lifetime a connection that is older is closed when it comes back; zero for no limit
   */
  public static Connections open(DataSource source, int size, Duration lifetime) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(source);
    config.setMaximumPoolSize(size);
    config.setMinimumIdle(0);
    config.setIdleTimeout(0);
    config.setConnectionTimeout(WAIT.toMillis());
    config.setInitializationFailTimeout(-1);
    HikariDataSource pool = new HikariDataSource(config);
    pool.getHikariConfigMXBean().setMaxLifetime(lifetime.toMillis());
    return Connections.of(pool::getConnection, pool);
  }
}
