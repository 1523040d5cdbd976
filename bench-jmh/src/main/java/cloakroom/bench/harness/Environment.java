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
import java.util.List;
import java.util.Map;

/**
 * What was measured on. It holds no address, no user and no password.
 *
 * @param date when it began, in ISO 8601 with UTC
 * @param cpu the processor's name, or "unknown"
 * @param cores processors that the JVM may use
 * @param database product and version
 * @param settings what decides about its speed, by name; "unknown" for what it does not tell
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
  /** The setting that is there where the run adds a round trip. */
  public static final String DISTANCE = "distance";

  private static final String UNKNOWN = "unknown";
  private static final String POSTGRES = "PostgreSQL";

  /** Settings of PostgreSQL and how they are asked; what an older server lacks stays unknown. */
  private static final List<List<String>> QUESTIONS =
      Resources.rows("cloakroom/bench/harness/settings.txt");

  private static final List<List<String>> LIBRARIES =
      Resources.rows("cloakroom/bench/harness/libraries.txt");

  /** The environment of now. */
  public static Environment of(Database database) {
    try (Connection connection = database.connect()) {
      DatabaseMetaData about = connection.getMetaData();
      Map<String, String> settings = new LinkedHashMap<>();
      if (about.getDatabaseProductName().equals(POSTGRES)) {
        QUESTIONS.forEach(row -> settings.put(row.get(0), answer(connection, row.get(1))));
      }
      BenchDatabase.distance()
          .map(time -> time.isZero() ? "0" : Durations.format(time))
          .ifPresent(time -> settings.put(DISTANCE, time));
      Map<String, String> libraries = new LinkedHashMap<>();
      libraries.put(about.getDriverName(), about.getDriverVersion());
      String version = about.getDatabaseProductVersion().lines().findFirst().orElse(UNKNOWN);
      return of(about.getDatabaseProductName() + " " + version, settings, libraries);
    } catch (SQLException e) {
      throw new EnvironmentException("the database does not say what it is: " + e.getMessage(), e);
    }
  }

  private static Environment of(
      String database, Map<String, String> settings, Map<String, String> libraries) {
    LIBRARIES.forEach(row -> libraries.put(row.get(0), version(row.get(1))));
    return new Environment(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        MachineTime.processor().orElse(UNKNOWN),
        Runtime.getRuntime().availableProcessors(),
        property("os.name") + " " + property("os.version") + " " + property("os.arch"),
        property("java.vendor") + " " + property("java.runtime.version"),
        database,
        settings,
        libraries);
  }

  private static String property(String name) {
    return System.getProperty(name, UNKNOWN);
  }

  private static String answer(Connection connection, String question) {
    try {
      String value = Connections.ask(connection, question);
      if (value == null || value.isEmpty()) {
        return UNKNOWN;
      }
      return value.equals("t") ? "on" : value.equals("f") ? "off" : value;
    } catch (SQLException e) {
      return UNKNOWN;
    }
  }

  /** The name of a library's jar ends with its version. */
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
