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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Machine and software of a run, without address, user and password.
 *
 * @param date start of the run, in ISO 8601 with UTC
 * @param settings database settings that affect speed, by name; "unknown" if not available
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
  /** Name of the setting "added round-trip time", which exists only if a relay adds latency. */
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
          Stream.of("os.name", "os.version", "os.arch")
              .map(System::getProperty)
              .collect(Collectors.joining(" ")),
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

  /** Returns the result of a query for a database setting; "unknown" if the query fails. */
  private static String setting(Connection connection, String query) {
    try {
      String value = Connections.query(connection, query);
      return value == null || value.isEmpty()
          ? UNKNOWN
          : value.equals("t") ? "on" : value.equals("f") ? "off" : value;
    } catch (SQLException e) {
      return UNKNOWN;
    }
  }

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
