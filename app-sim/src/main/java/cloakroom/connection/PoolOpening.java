package cloakroom.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import oracle.ucp.jdbc.PoolDataSource;
import oracle.ucp.jdbc.PoolDataSourceFactory;

/**
 * The one place where our programs get a pool of others' making, for what such a pool reads from
 * the system properties of the whole process alone.
 */
public final class PoolOpening {
  /** Below zero means that a connection used just now is validated too. */
  private static final String ALIVE_BYPASS = "com.zaxxer.hikari.aliveBypassWindowMs";

  /** Where opening may fail it waits for the minimum, connections made side by side. */
  private static final String BLOCK_UNTIL_FILLED = "com.zaxxer.hikari.blockUntilFilled";

  /** How often it looks for connections that were idle for too long. */
  private static final String LOOK = "com.zaxxer.hikari.housekeeping.periodMs";

  private static final Duration LOOKS_EACH = Duration.ofSeconds(30);

  /** UCP logs each failed connect with its stack trace; our exception has the cause. */
  private static final Logger UCP_LOG = Logger.getLogger("oracle.ucp");

  private PoolOpening() {}

  /** A HikariCP that validates as told and has its minimum of connections from the start. */
  public static HikariDataSource hikari(HikariConfig config, Validation validation) {
    return hikari(config, validation, LOOKS_EACH);
  }

  /**
   * The same, looking after idle connections so often. The properties are set back: the next pool
   * may want others.
   */
  public static synchronized HikariDataSource hikari(
      HikariConfig config, Validation validation, Duration looks) {
    String bypass = System.getProperty(ALIVE_BYPASS);
    String block = System.getProperty(BLOCK_UNTIL_FILLED);
    String look = System.getProperty(LOOK);
    set(ALIVE_BYPASS, validation == Validation.ALWAYS ? "-1" : "500");
    set(BLOCK_UNTIL_FILLED, "true");
    set(LOOK, Long.toString(looks.toMillis()));
    try {
      return new HikariDataSource(config);
    } finally {
      set(ALIVE_BYPASS, bypass);
      set(BLOCK_UNTIL_FILLED, block);
      set(LOOK, look);
    }
  }

  private static void set(String property, String value) {
    if (value == null) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, value);
    }
  }

  /**
   * A UCP that nobody closes but its owner. Told nothing else, UCP stops all its pools when the
   * virtual machine begins to end, beside whatever still writes through them. It reads that setting
   * once, as its first pool is made.
   */
  public static PoolDataSource ucp() {
    UCP_LOG.setLevel(Level.OFF);
    set(PoolDataSource.SYSTEM_PROPERTY_ENABLE_SHUTDOWN_HOOK, "false");
    return PoolDataSourceFactory.getPoolDataSource();
  }
}
