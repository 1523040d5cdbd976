package cloakroom.bench.subject;

import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.util.PasswordUtil;

/**
 * PgBouncer's configuration, list of users and log, in a folder that only the user can read whom
 * PgBouncer becomes: it refuses to serve as root, and changes to this user by itself.
 */
record BouncerFolder(Path path) {
  /** The name under which clients ask for the database behind. */
  static final String DATABASE = "bench";

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final List<String> FILES = List.of("pgbouncer.ini", "users", "log");

  /** PgBouncer's {@code pool_mode}. */
  enum Pooling {
    /** when the client leaves; the connection is reset then */
    SESSION,
    /** when the client's transaction ends; nothing is reset */
    TRANSACTION
  }

  /** PgBouncer's {@code auth_type}, and what its list of users holds. */
  enum LogOn {
    /**
     * SCRAM-SHA-256 against a stored verifier, as PostgreSQL itself does it: only the client hashes
     * the password 4,096 times. The role gets a new verifier of its password, the same for both.
     */
    SCRAM("scram-sha-256"),
    /**
     * SCRAM-SHA-256 from a readable password: PgBouncer, which is a single thread, hashes as well,
     * at every log-on.
     */
    SCRAM_FROM_PASSWORD("scram-sha-256"),
    /** the password itself, over loopback: no hashing on either side */
    PLAIN("plain");

    private final String authType;

    LogOn(String authType) {
      this.authType = authType;
    }
  }

  static BouncerFolder write(Pooling pooling, LogOn logOn, Database behind, int port)
      throws IOException {
    BouncerFolder folder = new BouncerFolder(Files.createTempDirectory("cloakroom-bouncer"));
    boolean root = "root".equals(System.getProperty("user.name"));
    String becomes = root ? unprivileged() : "";
    folder.file("pgbouncer.ini", folder.configuration(pooling, logOn, behind, port, becomes));
    folder.file("users", users(logOn, behind));
    folder.file("log", "");
    if (root) {
      folder.giveTo(becomes);
    }
    return folder;
  }

  private void file(String name, String content) throws IOException {
    Path file = Files.createFile(path.resolve(name), OWNER_ONLY);
    Files.writeString(file, content);
  }

  private String configuration(
      Pooling pooling, LogOn logOn, Database behind, int port, String becomes) {
    Properties server = Driver.parseURL(behind.url(), new Properties());
    if (server == null) {
      throw new EnvironmentException("PgBouncer needs a PostgreSQL, not " + behind.url());
    }
    return String.join(
        "\n",
        "[databases]",
        DATABASE
            + " = host=%s port=%s dbname=%s"
                .formatted(
                    quoted(PGProperty.PG_HOST.getOrDefault(server)),
                    PGProperty.PG_PORT.getOrDefault(server),
                    quoted(PGProperty.PG_DBNAME.getOrDefault(server))),
        "[pgbouncer]",
        "listen_addr = 127.0.0.1",
        "listen_port = " + port,
        "unix_socket_dir =",
        "auth_type = " + logOn.authType,
        "auth_file = " + path.resolve("users"),
        "pool_mode = " + pooling.name().toLowerCase(Locale.ROOT),
        "ignore_startup_parameters = extra_float_digits",
        "log_connections = 0",
        "log_disconnections = 0",
        "log_stats = 0",
        becomes.isEmpty() ? "" : "user = " + becomes,
        "");
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  private static String users(LogOn logOn, Database behind) {
    String secret = logOn == LogOn.SCRAM ? sharedVerifier(behind) : behind.password().reveal();
    return "\"%s\" \"%s\"%n".formatted(doubled(behind.user()), doubled(secret));
  }

  private static String doubled(String value) {
    return value.replace("\"", "\"\"");
  }

  /**
   * A verifier of the same password that the server has too from now on: PgBouncer logs on to the
   * server with what it learns from a client, and that opens only what has the same salt.
   */
  private static String sharedVerifier(Database behind) {
    String user = behind.user();
    try (Connection connection = behind.connect();
        Statement statement = connection.createStatement()) {
      String verifier =
          PasswordUtil.encodePassword(
              user, behind.password().reveal().toCharArray(), "scram-sha-256");
      statement.execute("alter role \"%s\" password '%s'".formatted(doubled(user), verifier));
      return verifier;
    } catch (SQLException e) {
      throw new EnvironmentException(
          "cannot give the server PgBouncer's verifier (" + e.getMessage() + ")", e);
    }
  }

  /** The user that PostgreSQL's packages make, else the one that every system has. */
  private static String unprivileged() {
    String uid = BouncerProgram.output(List.of("id", "-u", "postgres"));
    return uid.matches("\\d+") ? "postgres" : "nobody";
  }

  private void giveTo(String user) throws IOException {
    UserPrincipal owner =
        FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(user);
    for (String name : FILES) {
      Files.setOwner(path.resolve(name), owner);
    }
    Files.setOwner(path, owner);
  }

  Path log() {
    return path.resolve("log");
  }

  /** The line of the log that says why it ended, without its time stamp. */
  String reason() throws IOException {
    return Files.readAllLines(log()).stream()
        .filter(line -> line.contains(" ERROR ") || line.contains(" FATAL "))
        .map(line -> line.replaceFirst("^.*? (ERROR|FATAL) ", ""))
        .findFirst()
        .orElse("its log gives no reason");
  }

  void delete() {
    try {
      for (String name : FILES) {
        Files.deleteIfExists(path.resolve(name));
      }
      Files.deleteIfExists(path);
    } catch (IOException e) {
      throw new EnvironmentException("cannot remove " + path + " (" + e.getMessage() + ")", e);
    }
  }
}
