package cloakroom.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.PoolDataSourceFactory;

/**
 * Factory of HikariCP and UCP pools. It also sets the options that these pools read only from
 * system properties.
 */
public final class PoolFactory {
  private static final Logger UCP_LOG = Logger.getLogger("oracle.ucp");

  private PoolFactory() {}

  /** Opens a HikariCP pool and waits until its minimum number of connections is open. */
  public static HikariDataSource hikari(HikariConfig config, Validation validation) {
    return hikari(config, validation, Duration.ofSeconds(30));
  }

  /**
   * Opens a HikariCP pool that removes idle connections once per {@code housekeeping} period.
   * HikariCP reads the period from a system property. The property is restored afterwards for other
   * pools.
   */
  public static synchronized HikariDataSource hikari(
      HikariConfig config, Validation validation, Duration housekeeping) {
    Map<String, String> settings =
        Map.of(
            "com.zaxxer.hikari.aliveBypassWindowMs", // below zero: validate at every borrow
            validation == Validation.ALWAYS ? "-1" : "500",
            "com.zaxxer.hikari.blockUntilFilled", // if opening may fail: connects in parallel
            "true",
            "com.zaxxer.hikari.housekeeping.periodMs",
            Long.toString(housekeeping.toMillis()));
    Map<String, String> before = new HashMap<>();
    settings.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
    try {
      return new HikariDataSource(config);
    } finally {
      before.forEach(
          (name, value) -> {
            var unused =
                value == null ? System.clearProperty(name) : System.setProperty(name, value);
          });
    }
  }

  /**
   * Creates a UCP data source. Disables UCP's shutdown hook, which would close pools at JVM exit
   * while threads still write. UCP reads this option once for all pools.
   */
  public static PoolDataSource ucp() {
    UCP_LOG.setLevel(Level.OFF); // it logs stack traces of failed connects; our exception has them
    System.setProperty(PoolDataSource.SYSTEM_PROPERTY_ENABLE_SHUTDOWN_HOOK, "false");
    return PoolDataSourceFactory.getPoolDataSource();
  }
}
