package cloakroom.bench.run;

import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** Asks the machine, the JVM and the database what they are. */
public final class EnvironmentReader {
  private static final String UNKNOWN = "unknown";
  private static final String POSTGRES = "PostgreSQL";

  /** By name; what an older server does not know stays unknown. */
  private static final Map<String, String> QUESTIONS = new LinkedHashMap<>();

  static {
    QUESTIONS.put("fsync", "show fsync");
    QUESTIONS.put("synchronous_commit", "show synchronous_commit");
    QUESTIONS.put("ssl", "select ssl from pg_stat_ssl where pid = pg_backend_pid()");
    QUESTIONS.put("auth_method", "select split_part(system_user, ':', 1)");
    QUESTIONS.put("max_connections", "show max_connections");
    QUESTIONS.put("shared_buffers", "show shared_buffers");
  }

  private static final List<Library> LIBRARIES =
      List.of(
          new Library("HikariCP", "com.zaxxer.hikari.HikariDataSource", "com.zaxxer/HikariCP"),
          new Library("UCP", "oracle.ucp.jdbc.PoolDataSource", "com.oracle.database.jdbc/ucp"),
          new Library("Agroal", "io.agroal.api.AgroalDataSource", "io.agroal/agroal-api"),
          new Library(
              "DBCP 2",
              "org.apache.commons.dbcp2.BasicDataSource",
              "org.apache.commons/commons-dbcp2"),
          new Library(
              "Tomcat JDBC",
              "org.apache.tomcat.jdbc.pool.DataSource",
              "org.apache.tomcat/tomcat-jdbc"),
          new Library("JMH", "org.openjdk.jmh.runner.Runner", "org.openjdk.jmh/jmh-core"));

  private EnvironmentReader() {}

  /**
   * The environment of now.
   *
   * @throws EnvironmentException if the database does not answer
   */
  public static Environment read(Database database) {
    try (Connection connection = database.connect()) {
      DatabaseMetaData about = connection.getMetaData();
      Map<String, String> libraries = new LinkedHashMap<>();
      libraries.put(about.getDriverName(), about.getDriverVersion());
      return environment(
          about.getDatabaseProductName() + " " + firstLine(about.getDatabaseProductVersion()),
          settings(connection, about),
          libraries);
    } catch (SQLException e) {
      throw new EnvironmentException("the database does not say what it is: " + e.getMessage(), e);
    }
  }

  /** The environment of now, for what works on no database. */
  public static Environment withoutDatabase() {
    return environment("none", Map.of(), new LinkedHashMap<>());
  }

  private static Environment environment(
      String database, Map<String, String> settings, Map<String, String> libraries) {
    for (Library library : LIBRARIES) {
      library.version().ifPresent(version -> libraries.put(library.name(), version));
    }
    return new Environment(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        cpu(),
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

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse(UNKNOWN);
  }

  private static String cpu() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(UNKNOWN);
    } catch (IOException e) {
      return System.getenv().getOrDefault("PROCESSOR_IDENTIFIER", UNKNOWN);
    }
  }

  private static Map<String, String> settings(Connection connection, DatabaseMetaData about)
      throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    if (about.getDatabaseProductName().equals(POSTGRES)) {
      QUESTIONS.forEach((name, question) -> settings.put(name, answer(connection, question)));
    }
    return settings;
  }

  private static String answer(Connection connection, String question) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      String value = row.next() ? row.getString(1) : null;
      return value == null || value.isEmpty() ? UNKNOWN : onOff(value);
    } catch (SQLException e) {
      return UNKNOWN;
    }
  }

  private static String onOff(String value) {
    return switch (value) {
      case "t" -> "on";
      case "f" -> "off";
      default -> value;
    };
  }

  /**
   * A library that may be here.
   *
   * @param name as people call it
   * @param type one of its classes
   * @param artifact its Maven group and artifact, where Maven left its properties in the jar
   */
  private record Library(String name, String type, String artifact) {
    /** Empty if it is not on the class path. */
    Optional<String> version() {
      try {
        Class<?> code = Class.forName(type, false, EnvironmentReader.class.getClassLoader());
        String told = code.getPackage().getImplementationVersion();
        String version = told == null ? mavenVersion(artifact) : told;
        return Optional.of(UNKNOWN.equals(version) ? versionInFileName(code) : version);
      } catch (ClassNotFoundException e) {
        return Optional.empty();
      }
    }
  }

  /** Some jars hold no version but in their name. */
  private static String versionInFileName(Class<?> code) {
    String jar = code.getProtectionDomain().getCodeSource().getLocation().getPath();
    String name = jar.replaceFirst("^.*-(\\d[\\w.]*)\\.jar$", "$1");
    return name.equals(jar) ? UNKNOWN : name;
  }

  private static String mavenVersion(String artifact) {
    String name = "/META-INF/maven/" + artifact + "/pom.properties";
    try (InputStream in = EnvironmentReader.class.getResourceAsStream(name)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", UNKNOWN);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }
}
