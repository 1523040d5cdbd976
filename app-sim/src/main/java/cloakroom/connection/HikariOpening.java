package cloakroom.connection;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/**
 * Opens a HikariCP with what it reads from system properties alone. They belong to the whole
 * process, so they are set back: the next pool may want others.
 */
public final class HikariOpening {
  /** Below zero means that a connection used just now is validated too. */
  private static final String ALIVE_BYPASS = "com.zaxxer.hikari.aliveBypassWindowMs";

  /** Where opening may fail it waits for the minimum, connections made side by side. */
  private static final String BLOCK_UNTIL_FILLED = "com.zaxxer.hikari.blockUntilFilled";

  private HikariOpening() {}

  /** A pool that validates as told and has its minimum of connections from the start. */
  public static HikariDataSource open(HikariConfig config, Validation validation) {
    synchronized (HikariOpening.class) {
      String bypass = System.getProperty(ALIVE_BYPASS);
      String block = System.getProperty(BLOCK_UNTIL_FILLED);
      System.setProperty(ALIVE_BYPASS, validation == Validation.ALWAYS ? "-1" : "500");
      System.setProperty(BLOCK_UNTIL_FILLED, "true");
      try {
        return new HikariDataSource(config);
      } finally {
        restore(ALIVE_BYPASS, bypass);
        restore(BLOCK_UNTIL_FILLED, block);
      }
    }
  }

  private static void restore(String property, String before) {
    if (before == null) {
      System.clearProperty(property);
    } else {
      System.setProperty(property, before);
    }
  }
}
