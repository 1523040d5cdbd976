package cloakroom.database.postgres;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.JdbcConnector;
import cloakroom.database.Polling;
import cloakroom.database.StartedDatabase;
import cloakroom.platform.Password;
import cloakroom.platform.ShutdownHook;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URL;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.postgresql.PGConnection;

/**
 * PostgreSQL server in a child process: on loopback only, with password authentication, with
 * commits that reach the disk. {@link #close} and the end of this process stop it and remove its
 * folder; if this process is killed, a {@link Watchdog} does so; if both are killed, the next start
 * does.
 */
public final class EmbeddedPostgres implements StartedDatabase {
  /** Name of the role and of the database that it owns. */
  public static final String ROLE = "cloakroom";

  private static final int PORT_ATTEMPTS = 5;
  private static final Duration RELOAD_LIMIT = Duration.ofSeconds(20);

  private final int requestedPort;
  private final Password password;
  private final Map<String, String> settings = new TreeMap<>(Postmaster.DEFAULTS);
  private final Path home;
  private final InstanceDirectory instance;
  private final Password superuser = Password.random();
  private final Watchdog watchdog;
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private ShutdownHook hook;
  private PrivilegeDrop drop;
  private volatile Postmaster postmaster;
  private int port;
  private boolean frozen;
  private volatile boolean closed;

  private EmbeddedPostgres(int port, Password password, Map<String, String> settings) {
    this.requestedPort = port;
    this.password = password;
    this.settings.putAll(settings);
    URL archive = PostgresBinaries.archive();
    WorkDirectory work = WorkDirectory.open();
    this.home = PostgresBinaries.unpacked(work, archive);
    this.instance = InstanceDirectory.create(work);
    this.watchdog = new Watchdog(instance.path());
  }

  public static EmbeddedPostgres start() {
    return start(0, Password.random(), Map.of());
  }

  /**
   * Starts a server and returns when it accepts connections. Removes everything if that fails.
   *
   * @param port on 127.0.0.1; 0 for a free one
   * @param settings as in postgresql.conf, in addition to the defaults
   */
  public static EmbeddedPostgres start(int port, Password password, Map<String, String> settings) {
    EmbeddedPostgres server = new EmbeddedPostgres(port, password, settings);
    server.begin();
    return server;
  }

  /** Locks this object, so that a concurrent exit waits and then finds a server to stop. */
  private synchronized void begin() {
    hook = new ShutdownHook("postgres-stop", this::release);
    try {
      port = requireFree(requestedPort);
      drop = Postmaster.initialise(home, instance, superuser);
      for (int i = 1; !launch(); i++) {
        if (requestedPort != 0 || i == PORT_ATTEMPTS) {
          throw portInUse(port, null);
        }
        port = requireFree(0); // another process has taken the free port
      }
      prepareDatabase();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Starts the server process; returns false if the port is in use. */
  private boolean launch() {
    Postmaster started = Postmaster.start(home, instance, drop, port, settings).orElse(null);
    if (started == null) {
      return false;
    }
    postmaster = started;
    var unused = started.child().onExit().thenRun(() -> reportEnd(started));
    return true;
  }

  /** Reports an end without {@link #crash} and {@link #close}. */
  private void reportEnd(Postmaster server) {
    if (!closed && server.equals(postmaster)) {
      ended.complete(Postmaster.lastLine(instance.readLog()));
    }
  }

  /** Kills the server as a crash of its machine would; {@link #revive} starts it again. */
  public synchronized void crash() {
    Postmaster running = postmaster;
    if (!closed && running != null) {
      postmaster = null;
      running.kill();
    }
  }

  /** Starts the server again on its data and port; returns when it accepts connections. */
  public synchronized void revive() {
    if (!closed && postmaster == null && !launch()) {
      throw portInUse(port, null);
    }
  }

  public synchronized void freeze(boolean on) {
    if (postmaster != null) {
      frozen = on;
      Processes.signalTree(on ? "STOP" : "CONT", postmaster.pid());
    }
  }

  /** Rejects a port that is in use on 127.0.0.1; returns a free one for 0. */
  private static int requireFree(int port) {
    // by address: the server listens on IPv4 only, whatever the virtual machine prefers
    try (ServerSocket socket =
        new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw portInUse(port, e);
    }
  }

  private static EnvironmentException portInUse(int port, Exception cause) {
    return new EnvironmentException(
        "port " + port + " on 127.0.0.1 is in use: name another, or 0 for a free one", cause);
  }

  private void prepareDatabase() {
    try (Connection connection = connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("create role " + ROLE + " login");
      statement.execute("grant pg_monitor, pg_checkpoint to " + ROLE);
      // hashed by the client: neither the server nor its log receives the password
      connection
          .unwrap(PGConnection.class)
          .alterUserPassword(ROLE, password.reveal().toCharArray(), "scram-sha-256");
      statement.execute("create database " + ROLE + " owner " + ROLE);
    } catch (SQLException e) {
      throw new EnvironmentException(
          "cannot prepare the new PostgreSQL (" + e.getMessage() + ")", e);
    }
  }

  /** Opens a connection for set-up that the role may not do; the caller closes it. */
  public Connection connectAsSuperuser() throws SQLException {
    return JdbcConnector.open(url("postgres"), Postmaster.SUPERUSER, superuser, Map.of());
  }

  /**
   * Delays the log flush of each commit that writes, as a slower disk would; zero ends that.
   * Returns when new sessions use the setting.
   */
  public void delayCommits(Duration delay) {
    long micros = delay.toNanos() / 1_000;
    try (Connection connection = connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      // a commit waits also without concurrent transactions
      statement.execute("alter system set commit_siblings = 0");
      statement.execute("alter system set commit_delay = " + micros);
      statement.execute("select pg_reload_conf()");
    } catch (SQLException e) {
      throw new EnvironmentException("cannot delay commits: " + e.getMessage(), e);
    }
    if (!Polling.until(() -> hasCommitDelay(micros), RELOAD_LIMIT)) {
      throw new EnvironmentException("PostgreSQL does not apply commit_delay = " + micros);
    }
  }

  private boolean hasCommitDelay(long micros) {
    try (Connection connection = connectAsSuperuser();
        Statement statement = connection.createStatement();
        ResultSet delay = statement.executeQuery("show commit_delay")) {
      return delay.next() && delay.getLong(1) == micros;
    } catch (SQLException e) {
      return false;
    }
  }

  private String url(String database) {
    return DatabaseKind.POSTGRESQL.urlPrefix() + "//127.0.0.1:" + port + "/" + database;
  }

  @Override
  public String url() {
    return url(ROLE);
  }

  @Override
  public String user() {
    return ROLE;
  }

  @Override
  public Password password() {
    return password;
  }

  public int port() {
    return port;
  }

  /** Returns the process id of the postmaster, the parent of all backends. */
  public long processId() {
    return postmaster.pid();
  }

  public Path directory() {
    return instance.path();
  }

  /** Writes a password file for {@code psql} (PGPASSFILE), which {@link #close} removes. */
  public Path writePasswordFile() {
    Path file = directory().resolve("pgpass");
    String field = password().reveal().replace("\\", "\\\\").replace(":", "\\:");
    try {
      return Password.writeFile(file, "127.0.0.1:%s:%s:%s:%s\n".formatted(port, ROLE, ROLE, field));
    } catch (IOException e) {
      throw new EnvironmentException("cannot write " + file + " (" + e + ")", e);
    }
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("pid", processId());
    facts.put("directory", directory().toString());
    facts.put("passwordFile", writePasswordFile().toString());
    return facts;
  }

  @Override
  public Map.Entry<String, String> client() {
    String file = writePasswordFile().toString().replace("'", "'\\''");
    return Map.entry(
        "psql",
        "PGPASSFILE='%s' psql -h 127.0.0.1 -p %s -U %s %s".formatted(file, port, ROLE, ROLE));
  }

  @Override
  public CompletableFuture<String> onUnexpectedEnd() {
    return ended.copy();
  }

  @Override
  public void close() {
    release();
    hook.cancel();
  }

  private synchronized void release() {
    if (!closed) {
      if (frozen) {
        freeze(false); // suspended processes do not handle the signal to stop
      }
      closed = true;
      if (postmaster != null) {
        postmaster.stop();
      }
      instance.close();
      watchdog.close();
    }
  }
}
