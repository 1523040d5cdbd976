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
 * The one place where our programs get a pool of others' making, for what such a pool reads from
 * the system properties of the whole process alone.
 */
public final class PoolFactory {
  /** Below zero means that a connection used just now is validated too. */
  private static final String ALIVE_BYPASS = "com.zaxxer.hikari.aliveBypassWindowMs";

  /** Where opening may fail it waits for the minimum, connections made side by side. */
  private static final String BLOCK_UNTIL_FILLED = "com.zaxxer.hikari.blockUntilFilled";

  /** How often it looks for connections that were idle for too long. */
  private static final String LOOK = "com.zaxxer.hikari.housekeeping.periodMs";

  private static final Duration LOOKS_EACH = Duration.ofSeconds(30);

  /** UCP logs each failed connect with its stack trace; our exception has the cause. */
  private static final Logger UCP_LOG = Logger.getLogger("oracle.ucp");

  private PoolFactory() {}

  /** A HikariCP that validates as told and has its minimum of connections from the start. */
  public static HikariDataSource hikari(HikariConfig config, Validation validation) {
    return hikari(config, validation, LOOKS_EACH);
  }

  /**
   * Opens the same with another period of the search for connections that were idle too long.
   * HikariCP reads these settings from system properties only; they are restored for other pools.
   */
  public static synchronized HikariDataSource hikari(
      HikariConfig config, Validation validation, Duration looks) {
    Map<String, String> settings =
        Map.of(
            ALIVE_BYPASS,
            validation == Validation.ALWAYS ? "-1" : "500",
            BLOCK_UNTIL_FILLED,
            "true",
            LOOK,
            Long.toString(looks.toMillis()));
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
   * A UCP that nobody closes but its owner. Told nothing else, UCP stops all its pools when the
   * virtual machine begins to end, beside whatever still writes through them. It reads that setting
   * once, as its first pool is made.
   */
  public static PoolDataSource ucp() {
    UCP_LOG.setLevel(Level.OFF);
    System.setProperty(PoolDataSource.SYSTEM_PROPERTY_ENABLE_SHUTDOWN_HOOK, "false");
    return PoolDataSourceFactory.getPoolDataSource();
  }
}
