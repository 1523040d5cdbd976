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
 * A PgBouncer of our own before a PostgreSQL: a child process on loopback with the same user and
 * password, its files in a private folder. It ends with {@link #close}; when we are killed, the
 * shell beside it sees its pipe end, stops it and removes the folder.
 */
record PgBouncer(Database behind, Path folder, Process process, int port) implements Database {
  private static final String GUARDED =
      "exec 3<&0; (cat <&3 >/dev/null; kill -TERM $$ 2>/dev/null; rm -rf \"$1\") &"
          + " exec \"$0\" \"$1/pgbouncer.ini\" 3<&- </dev/null";
  private static final Duration START = Duration.ofSeconds(10);
  private static final Duration END = Duration.ofSeconds(5);

  /** Packages put it where an ordinary user's path does not lead. */
  private static final String SYSTEM_FOLDERS = "/usr/sbin:/usr/local/sbin";

  private static final String ABSENT =
      "no pgbouncer on PATH or in /usr/sbin: apt-get install pgbouncer";

  /** The name under which clients ask for the database behind. */
  private static final String DATABASE = "bench";

  private static final String INI = "pgbouncer.ini";
  private static final String USERS = "users";
  private static final String LOG = "log";

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

  /** Why there is none to run; nothing if there is one. */
  static Optional<String> absence() {
    return program().isPresent() ? Optional.empty() : Optional.of(ABSENT);
  }

  private static Optional<Path> program() {
    String path = System.getenv().getOrDefault("PATH", "") + ":" + SYSTEM_FOLDERS;
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one before a PostgreSQL that its user may log on to, and returns when it accepts
   * connections.
   */
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
      Polling.until(() -> bouncer.accepts() || !process.isAlive(), START);
      if (!bouncer.accepts()) {
        String why = bouncer.reason();
        bouncer.close();
        throw new EnvironmentException("PgBouncer did not start: " + why);
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
   * Its configuration, list of users and log, in a folder that only the user can read whom it
   * becomes: it refuses to serve as root, and changes to this user by itself.
   */
  static Path write(Pooling pooling, LogOn logOn, Database behind, int port) throws IOException {
    Properties server = Driver.parseURL(behind.url(), new Properties());
    if (server == null) {
      throw new EnvironmentException("PgBouncer needs a PostgreSQL, not " + behind.url());
    }
    Path folder = Files.createTempDirectory("cloakroom-bouncer");
    Optional<UserPrincipal> becomes =
        "root".equals(System.getProperty("user.name"))
            ? Optional.of(unprivileged())
            : Optional.empty();
    String configuration =
        String.join(
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
            "auth_file = " + folder.resolve(USERS),
            "pool_mode = " + pooling.name().toLowerCase(Locale.ROOT),
            "ignore_startup_parameters = extra_float_digits",
            "log_connections = 0",
            "log_disconnections = 0",
            "log_stats = 0",
            becomes.map(user -> "user = " + user.getName()).orElse(""),
            "");
    String secret = logOn == LogOn.SCRAM ? sharedVerifier(behind) : behind.password().reveal();
    String users = "\"%s\" \"%s\"%n".formatted(doubled(behind.user()), doubled(secret));
    for (String name : List.of(INI, USERS, LOG)) {
      String content = name.equals(INI) ? configuration : name.equals(USERS) ? users : "";
      Path file = Password.writeFile(folder.resolve(name), content);
      if (becomes.isPresent()) {
        Files.setOwner(file, becomes.get());
      }
    }
    if (becomes.isPresent()) {
      Files.setOwner(folder, becomes.get());
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
  private static UserPrincipal unprivileged() throws IOException {
    UserPrincipalLookupService users = FileSystems.getDefault().getUserPrincipalLookupService();
    try {
      return users.lookupPrincipalByName("postgres");
    } catch (UserPrincipalNotFoundException e) {
      return users.lookupPrincipalByName("nobody");
    }
  }

  /** The line of the log that says why it ended, without its time stamp. */
  private String reason() throws IOException {
    return Files.readAllLines(folder.resolve(LOG)).stream()
        .filter(line -> line.contains(" ERROR ") || line.contains(" FATAL "))
        .map(line -> line.replaceFirst("^.*? (ERROR|FATAL) ", ""))
        .findFirst()
        .orElse("its log gives no reason");
  }

  @Override
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + DATABASE;
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
    if (!Polling.until(() -> !process.isAlive(), END)) {
      process.destroyForcibly();
    }
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // the guard has gone already
    }
    if (!Polling.until(() -> !Files.exists(folder), START)) { // the guard removes it
      throw new EnvironmentException("cannot remove " + folder);
    }
  }
}
