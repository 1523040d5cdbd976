package cloakroom.bench.harness;

import cloakroom.bench.subject.Connections;
import cloakroom.command.Durations;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.platform.MachineTime;
import cloakroom.platform.Resources;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Machine and software of a run. It contains no address, user or password.
 *
 * @param date start of the run, in ISO 8601 with UTC
 * @param cpu name of the processor, or "unknown"
 * @param cores processors that the JVM may use
 * @param database product and version
 * @param settings settings that affect the database's speed, by name; "unknown" if not available
 * @param libraries versions of the driver and the pools, by name
 */
public record Environment(
    String date,
    String cpu,
    int cores,
    String os,
    String jdk,
    String database,
    Map<String, String> settings,
    Map<String, String> libraries) {
  /** Name of the setting for the added round-trip time, present only if the run adds one. */
  public static final String DISTANCE = "distance";

  private static final String UNKNOWN = "unknown";

  public static Environment of(Database database) {
    try (Connection connection = database.connect()) {
      DatabaseMetaData about = connection.getMetaData();
      Map<String, String> settings = new LinkedHashMap<>();
      if (about.getDatabaseProductName().equals("PostgreSQL")) {
        Resources.rows("cloakroom/bench/harness/settings.txt")
            .forEach(row -> settings.put(row.get(0), setting(connection, row.get(1))));
      }
      BenchDatabase.environmentLatency()
          .map(time -> time.isZero() ? "0" : Durations.format(time))
          .ifPresent(time -> settings.put(DISTANCE, time));
      Map<String, String> libraries = new LinkedHashMap<>();
      libraries.put(about.getDriverName(), about.getDriverVersion());
      Resources.rows("cloakroom/bench/harness/libraries.txt")
          .forEach(row -> libraries.put(row.get(0), version(row.get(1))));
      return new Environment(
          Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
          MachineTime.processor().orElse(UNKNOWN),
          Runtime.getRuntime().availableProcessors(),
          String.join(
              " ",
              System.getProperty("os.name"),
              System.getProperty("os.version"),
              System.getProperty("os.arch")),
          System.getProperty("java.vendor") + " " + System.getProperty("java.runtime.version"),
          about.getDatabaseProductName()
              + " "
              + about.getDatabaseProductVersion().lines().findFirst().orElse(UNKNOWN),
          settings,
          libraries);
    } catch (SQLException e) {
      throw new EnvironmentException("cannot read the database version: " + e.getMessage(), e);
    }
  }

  /** Returns "unknown" for a setting that an older server lacks. */
  private static String setting(Connection connection, String query) {
    try {
      String value = Connections.query(connection, query);
      if (value == null || value.isEmpty()) {
        return UNKNOWN;
      }
      return value.equals("t") ? "on" : value.equals("f") ? "off" : value;
    } catch (SQLException e) {
      return UNKNOWN;
    }
  }

  /** Returns the version at the end of the name of a library's jar. */
  private static String version(String className) {
    try {
      Class<?> code = Class.forName(className, false, Environment.class.getClassLoader());
      String jar = code.getProtectionDomain().getCodeSource().getLocation().getPath();
      String version = jar.replaceFirst("^.*-(\\d[\\w.]*)\\.jar$", "$1");
      return version.equals(jar) ? UNKNOWN : version;
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(className + " is not on the class path", e);
    }
  }
}
