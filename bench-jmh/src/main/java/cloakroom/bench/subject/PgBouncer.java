package cloakroom.bench.subject;

import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Polling;
import cloakroom.platform.Password;
import cloakroom.platform.Variables;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.util.PasswordUtil;

/**
 * PgBouncer process in front of PostgreSQL. It listens on loopback and accepts PostgreSQL's user
 * and password. {@link #close} stops it.
 *
 * <p>If this JVM is killed, a shell script stops PgBouncer and deletes {@code folder}.
 */
record PgBouncer(Database behind, Path folder, Process process, int port) implements Database {
  private static final String GUARDED =
      "exec 3<&0; (cat <&3 >/dev/null; kill -TERM $$ 2>/dev/null; rm -rf \"$1\") &"
          + " exec \"$0\" \"$1/pgbouncer.ini\" 3<&- </dev/null";
  private static final Duration MAX_START_TIME = Duration.ofSeconds(10);
  private static final Duration MAX_STOP_TIME = Duration.ofSeconds(5);
  private static final String ABSENT =
      "no pgbouncer on PATH or in /usr/sbin: apt-get install pgbouncer";
  private static final String USERS = "users";
  private static final String LOG = "log";

  /** PgBouncer's {@code pool_mode}. */
  enum Pooling {
    SESSION,
    /**
     * Transaction pooling: PgBouncer reuses a server connection after each transaction, without a
     * reset.
     */
    TRANSACTION
  }

  /** Way to authenticate clients: PgBouncer's {@code auth_type} and the secret in its user list. */
  enum LogOn {
    /**
     * SCRAM-SHA-256 with a stored password hash (verifier), as in PostgreSQL. Only the client
     * hashes the password 4,096 times. PgBouncer and the database server need the same verifier.
     */
    SCRAM("scram-sha-256"),
    /**
     * SCRAM-SHA-256 with a stored plain password. PgBouncer's only thread hashes the password at
     * every log-on, which slows all clients.
     */
    SCRAM_FROM_PASSWORD("scram-sha-256"),
    PLAIN("plain");

    private final String authType;

    LogOn(String authType) {
      this.authType = authType;
    }
  }

  static Optional<String> absence() {
    return program().isPresent() ? Optional.empty() : Optional.of(ABSENT);
  }

  private static Optional<Path> program() {
    // Linux packages install PgBouncer into a folder that is not on the PATH of an ordinary user.
    String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin";
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static PgBouncer start(Database behind, Pooling pooling, LogOn logOn) {
    Path program = program().orElseThrow(() -> new EnvironmentException(ABSENT));
    try {
      int port = freePort();
      Path folder = write(pooling, logOn, behind, port);
      Process process =
          Variables.withoutSecrets(
                  List.of("sh", "-c", GUARDED, program.toString(), folder.toString()))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve(LOG).toFile())
              .start();
      PgBouncer bouncer = new PgBouncer(behind, folder, process, port);
      Polling.until(() -> bouncer.accepts() || !process.isAlive(), MAX_START_TIME);
      if (!bouncer.accepts()) {
        String reason = bouncer.reason();
        bouncer.close();
        throw new EnvironmentException("PgBouncer did not start: " + reason);
      }
      return bouncer;
    } catch (IOException e) {
      throw new EnvironmentException("cannot start PgBouncer (" + e.getMessage() + ")", e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean accepts() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  /**
   * Writes PgBouncer's configuration, user list and an empty log to a new private folder. PgBouncer
   * cannot run as root, so an unprivileged user owns the folder if this JVM runs as root.
   */
  static Path write(Pooling pooling, LogOn logOn, Database behind, int port) throws IOException {
    Properties server = Driver.parseURL(behind.url(), new Properties());
    if (server == null) {
      throw new EnvironmentException("PgBouncer requires a PostgreSQL URL, not " + behind.url());
    }
    Path folder = Files.createTempDirectory("cloakroom-bouncer");
    UserPrincipal runAs = "root".equals(System.getProperty("user.name")) ? unprivileged() : null;
    String configuration =
        """
        [databases]
        bench = host=%s port=%s dbname=%s
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = %s
        auth_file = %s
        pool_mode = %s
        ignore_startup_parameters = extra_float_digits
        log_connections = 0
        log_disconnections = 0
        log_stats = 0
        %s
        """
            .formatted(
                quoted(PGProperty.PG_HOST.getOrDefault(server)),
                PGProperty.PG_PORT.getOrDefault(server),
                quoted(PGProperty.PG_DBNAME.getOrDefault(server)),
                port,
                logOn.authType,
                folder.resolve(USERS),
                pooling.name().toLowerCase(Locale.ROOT),
                runAs == null ? "" : "user = " + runAs.getName());
    String secret = logOn == LogOn.SCRAM ? sharedVerifier(behind) : behind.password().reveal();
    String users = "\"%s\" \"%s\"%n".formatted(doubled(behind.user()), doubled(secret));
    List<Path> files =
        List.of(
            Password.writeFile(folder.resolve("pgbouncer.ini"), configuration),
            Password.writeFile(folder.resolve(USERS), users),
            Password.writeFile(folder.resolve(LOG), ""),
            folder);
    for (Path file : runAs == null ? List.<Path>of() : files) {
      Files.setOwner(file, runAs);
    }
    return folder;
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "''") + "'";
  }

  private static String doubled(String value) {
    return value.replace("\"", "\"\"");
  }

  /**
   * Sets and returns a new SCRAM password hash of the database user. PgBouncer logs on with keys
   * from the client's log-on, so PgBouncer and the server need equal hashes.
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
          "cannot set PgBouncer's verifier at the server (" + e.getMessage() + ")", e);
    }
  }

  private static UserPrincipal unprivileged() throws IOException {
    UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
    try {
      return users.lookupPrincipalByName("postgres");
    } catch (UserPrincipalNotFoundException e) {
      return users.lookupPrincipalByName("nobody");
    }
  }

  private String reason() throws IOException {
    return Files.readAllLines(folder.resolve(LOG)).stream()
        .filter(line -> line.contains(" ERROR ") || line.contains(" FATAL "))
        .map(line -> line.replaceFirst("^.*? (ERROR|FATAL) ", ""))
        .findFirst()
        .orElse("its log gives no reason");
  }

  @Override
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/bench";
  }

  @Override
  public String user() {
    return behind.user();
  }

  @Override
  public Password password() {
    return behind.password();
  }

  @Override
  public void close() {
    process.destroy();
    if (!Polling.until(() -> !process.isAlive(), MAX_STOP_TIME)) {
      process.destroyForcibly();
    }
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // Ignores the error, because the shell script that reads this stream has already ended.
    }
    if (!Polling.until(() -> !Files.exists(folder), MAX_START_TIME)) { // removed by the guard
      throw new EnvironmentException("cannot remove " + folder);
    }
  }
}
