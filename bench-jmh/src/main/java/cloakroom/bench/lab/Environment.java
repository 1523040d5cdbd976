package cloakroom.bench.lab;

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
import java.util.Properties;
import java.util.stream.Stream;

/**
 * What was measured on. It holds no address, no user and no password.
 *
 * @param date when it began, in ISO 8601 with UTC
 * @param cpu the processor's name, or "unknown"
 * @param cores processors that the JVM may use
 * @param os operating system with its version
 * @param jdk vendor and version
 * @param database product and version, or "none"
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
  private static final String UNKNOWN = "unknown";
  private static final String POSTGRES = "PostgreSQL";

  /** Settings of PostgreSQL and how they are asked; what an older server lacks stays unknown. */
  private static final List<String[]> QUESTIONS =
      List.of(
          new String[] {"fsync", "show fsync"},
          new String[] {"synchronous_commit", "show synchronous_commit"},
          new String[] {"ssl", "select ssl from pg_stat_ssl where pid = pg_backend_pid()"},
          new String[] {"auth_method", "select split_part(system_user, ':', 1)"},
          new String[] {"max_connections", "show max_connections"},
          new String[] {"shared_buffers", "show shared_buffers"});

  /**
   * Libraries by name, one of their classes, and their artifact where Maven left its properties.
   */
  private static final List<String[]> LIBRARIES =
      List.of(
          new String[] {"HikariCP", "com.zaxxer.hikari.HikariDataSource", "com.zaxxer/HikariCP"},
          new String[] {"UCP", "oracle.ucp.jdbc.PoolDataSource", "com.oracle.database.jdbc/ucp"},
          new String[] {"Agroal", "io.agroal.api.AgroalDataSource", "io.agroal/agroal-api"},
          new String[] {
            "DBCP 2", "org.apache.commons.dbcp2.BasicDataSource", "org.apache.commons/commons-dbcp2"
          },
          new String[] {
            "Tomcat JDBC", "org.apache.tomcat.jdbc.pool.DataSource", "org.apache.tomcat/tomcat-jdbc"
          },
          new String[] {"JMH", "org.openjdk.jmh.runner.Runner", "org.openjdk.jmh/jmh-core"});

  /**
   * The environment of now.
   *
   * @throws EnvironmentException if the database does not answer
   */
  public static Environment of(Database database) {
    try (Connection connection = database.connect()) {
      DatabaseMetaData about = connection.getMetaData();
      Map<String, String> settings = new LinkedHashMap<>();
      if (about.getDatabaseProductName().equals(POSTGRES)) {
        QUESTIONS.forEach(asked -> settings.put(asked[0], answer(connection, asked[1])));
      }
      Map<String, String> libraries = new LinkedHashMap<>();
      libraries.put(about.getDriverName(), about.getDriverVersion());
      String version = about.getDatabaseProductVersion().lines().findFirst().orElse(UNKNOWN);
      return of(about.getDatabaseProductName() + " " + version, settings, libraries);
    } catch (SQLException e) {
      throw new EnvironmentException("the database does not say what it is: " + e.getMessage(), e);
    }
  }

  /** The environment of now, for what works on no database. */
  public static Environment withoutDatabase() {
    return of("none", Map.of(), new LinkedHashMap<>());
  }

  private static Environment of(
      String database, Map<String, String> settings, Map<String, String> libraries) {
    LIBRARIES.forEach(library -> putVersion(libraries, library));
    return new Environment(
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        processor(),
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

  private static String processor() {
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

  private static String answer(Connection connection, String question) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      String value = row.next() ? row.getString(1) : null;
      if (value == null || value.isEmpty()) {
        return UNKNOWN;
      }
      return value.equals("t") ? "on" : value.equals("f") ? "off" : value;
    } catch (SQLException e) {
      return UNKNOWN;
    }
  }

  /** By the manifest, by Maven's properties, or else by the name of the jar. */
  private static void putVersion(Map<String, String> versions, String[] library) {
    try {
      Class<?> code = Class.forName(library[1], false, Environment.class.getClassLoader());
      String told = code.getPackage().getImplementationVersion();
      String version = told == null ? mavenVersion(library[2]) : told;
      versions.put(library[0], UNKNOWN.equals(version) ? versionInFileName(code) : version);
    } catch (ClassNotFoundException e) {
      // it is not on the class path
    }
  }

  private static String versionInFileName(Class<?> code) {
    String jar = code.getProtectionDomain().getCodeSource().getLocation().getPath();
    String name = jar.replaceFirst("^.*-(\\d[\\w.]*)\\.jar$", "$1");
    return name.equals(jar) ? UNKNOWN : name;
  }

  private static String mavenVersion(String artifact) {
    String name = "/META-INF/maven/" + artifact + "/pom.properties";
    try (InputStream in = Environment.class.getResourceAsStream(name)) {
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
