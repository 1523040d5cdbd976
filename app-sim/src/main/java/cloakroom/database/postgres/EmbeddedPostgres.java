package cloakroom.database.postgres;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.EnvironmentException;
import cloakroom.database.JdbcConnector;
import cloakroom.database.Polling;
import cloakroom.database.StartedDatabase;
import cloakroom.database.postgres.InstanceDirectory.Watchdog;
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
 * PostgreSQL server in a child process on loopback, with password checks and durable commits.
 * {@link #close} or the exit of this JVM removes the server. If this JVM is killed, a {@link
 * Watchdog} process removes it. If both are killed, the next start of a server removes it.
 */
public final class EmbeddedPostgres implements StartedDatabase {
  public static final String ROLE = "cloakroom";

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
   * Starts a server with these settings of postgresql.conf. Returns when the server accepts
   * connections. Port 0 means a free port. A failed start leaves no files.
   */
  public static EmbeddedPostgres start(int port, Password password, Map<String, String> settings) {
    EmbeddedPostgres server = new EmbeddedPostgres(port, password, settings);
    server.begin();
    return server;
  }

  /**
   * Initialises and starts the server. Synchronized: a shutdown hook waits for the end of the start
   * and then stops the server.
   */
  private synchronized void begin() {
    hook = new ShutdownHook("postgres-stop", this::release);
    try {
      port = requireFree(requestedPort);
      drop = Postmaster.initialise(home, instance, superuser);
      for (int i = 1; !launch(); i++) {
        if (requestedPort != 0 || i == 5) {
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

  private boolean launch() {
    Postmaster started = Postmaster.start(home, instance, drop, port, settings).orElse(null);
    if (started == null) {
      return false;
    }
    postmaster = started;
    Runnable report =
        () -> {
          if (!closed && started.equals(postmaster)) { // else by crash or close
            ended.complete(Postmaster.lastLine(instance.readLog()));
          }
        };
    var unused = started.child().onExit().thenRun(report);
    return true;
  }

  public synchronized void crash() {
    Postmaster running = postmaster;
    if (!closed && running != null) {
      postmaster = null;
      running.kill();
    }
  }

  /**
   * Restarts the server after {@link #crash} with the same data and port. Returns when the server
   * accepts connections.
   */
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

  private static int requireFree(int port) {
    // Tests the IPv4 address, because the server listens on IPv4 only.
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
      // The driver sends only the password's hash, so the server log cannot contain the password.
      connection
          .unwrap(PGConnection.class)
          .alterUserPassword(ROLE, password.reveal().toCharArray(), "scram-sha-256");
      statement.execute("create database " + ROLE + " owner " + ROLE);
    } catch (SQLException e) {
      throw new EnvironmentException(
          "cannot prepare the new PostgreSQL (" + e.getMessage() + ")", e);
    }
  }

  public Connection connectAsSuperuser() throws SQLException {
    return JdbcConnector.open(url("postgres"), Postmaster.SUPERUSER, superuser, Map.of());
  }

  /** Delays the log flush of each commit. Returns when the delay applies to new sessions. */
  public void delayCommits(Duration delay) {
    long micros = delay.toNanos() / 1_000;
    try (Connection connection = connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      // With 0, commit_delay applies even if no other transaction is open.
      statement.execute("alter system set commit_siblings = 0");
      statement.execute("alter system set commit_delay = " + micros);
      statement.execute("select pg_reload_conf()");
    } catch (SQLException e) {
      throw new EnvironmentException("cannot delay commits: " + e.getMessage(), e);
    }
    if (!Polling.until(() -> hasCommitDelay(micros), Duration.ofSeconds(20))) {
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
    String form = "PGPASSFILE='%s' psql -h 127.0.0.1 -p %s -U %s %s";
    return Map.entry("psql", form.formatted(file, port, ROLE, ROLE));
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
