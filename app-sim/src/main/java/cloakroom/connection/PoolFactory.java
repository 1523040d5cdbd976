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

/** Opens HikariCP and UCP with the settings that they read from system properties only. */
public final class PoolFactory {
  private static final Duration HOUSEKEEPING_PERIOD = Duration.ofSeconds(30);

  /** UCP logs each failed connect with its stack trace; our exception has the cause. */
  private static final Logger UCP_LOG = Logger.getLogger("oracle.ucp");

  private PoolFactory() {}

  /** Opens a HikariCP that has its minimum of connections from the start. */
  public static HikariDataSource hikari(HikariConfig config, Validation validation) {
    return hikari(config, validation, HOUSEKEEPING_PERIOD);
  }

  /**
   * Opens the same with another period of the search for connections that were idle too long.
   * Restores the system properties for other pools.
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
      before.forEach(PoolFactory::restore);
    }
  }

  private static void restore(String name, String value) {
    if (value == null) {
      System.clearProperty(name);
    } else {
      System.setProperty(name, value);
    }
  }

  /**
   * Returns a UCP that only its owner closes. By default UCP stops all its pools when the virtual
   * machine begins to end, concurrently with threads that still write. It reads that setting once,
   * with its first pool.
   */
  public static PoolDataSource ucp() {
    UCP_LOG.setLevel(Level.OFF);
    System.setProperty(PoolDataSource.SYSTEM_PROPERTY_ENABLE_SHUTDOWN_HOOK, "false");
    return PoolDataSourceFactory.getPoolDataSource();
  }
}
