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
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.postgresql.PGConnection;

/**
 * A real PostgreSQL server, run as a child process for as long as this object is open: on loopback
 * only, with password authentication, with commits that reach the disk.
 *
 * <p>It ends with us. {@link #close} and the end of this process stop it in order and remove its
 * folder; when we are killed a {@link Watchdog} does so; and what even that could not do, the next
 * start does.
 */
public final class EmbeddedPostgres implements StartedDatabase {
  /** The role, and the database that it owns. */
  public static final String ROLE = "cloakroom";

  private static final int PORT_ATTEMPTS = 5;
  private static final Duration OBEYS_WITHIN = Duration.ofSeconds(20);

  private final int wantedPort;
  private final Password password;
  private final Map<String, String> settings = new TreeMap<>(Postmaster.USUAL);
  private final Path home;
  private final InstanceDirectory instance;
  private final Password superuser = Password.random();
  private final Watchdog guard;
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private ShutdownHook atExit;
  private PrivilegeDrop drop;
  private volatile Postmaster postmaster;
  private int port;
  private boolean frozen;
  private volatile boolean closed;

  /** Starts nothing but the guard. */
  private EmbeddedPostgres(
      int port, Password password, Map<String, String> more, Path home, InstanceDirectory instance)
      throws IOException {
    this.wantedPort = port;
    this.password = password;
    this.settings.putAll(more);
    this.home = home;
    this.instance = instance;
    this.guard = new Watchdog(instance.path());
  }

  /** A server with our settings, on a free port, with a password of its own. */
  public static EmbeddedPostgres start() {
    return start(0, Password.random(), Map.of());
  }

  /**
   * Starts a server and returns when it accepts connections; a failure leaves nothing of it.
   *
   * @param port on 127.0.0.1; 0 for a free one
   * @param password of the role {@value #ROLE}
   * @param more settings as in postgresql.conf, on top of the usual ones
   */
  public static EmbeddedPostgres start(int port, Password password, Map<String, String> more) {
    try {
      URL archive = PostgresBinaries.archive();
      WorkDirectory work = WorkDirectory.open();
      Path home = PostgresBinaries.unpacked(work, archive);
      InstanceDirectory instance = InstanceDirectory.create(work);
      EmbeddedPostgres server = new EmbeddedPostgres(port, password, more, home, instance);
      server.begin();
      return server;
    } catch (IOException e) {
      throw new EnvironmentException("cannot start PostgreSQL (" + e.getMessage() + ")", e);
    }
  }

  /** Holds the monitor: an exit that begins meanwhile waits, and then finds a server to stop. */
  private synchronized void begin() {
    atExit = new ShutdownHook("postgres-stop", this::release);
    try {
      port = usable(wantedPort);
      drop = Cluster.make(home, instance, superuser);
      launch();
      prepareDatabase();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Between finding a free port and using it, somebody else may take it. */
  private void launch() {
    for (int i = 1; postmaster == null; i++) {
      Optional<Postmaster> started = Postmaster.start(home, instance, drop, port, settings);
      if (started.isPresent()) {
        keep(started.get());
      } else if (wantedPort != 0 || i == PORT_ATTEMPTS) {
        throw taken(port, null);
      } else {
        port = usable(0);
      }
    }
  }

  private void keep(Postmaster started) {
    postmaster = started;
    var unused = started.onExit().thenRun(() -> ended(started));
  }

  /** The end of one that was killed here is expected. */
  private void ended(Postmaster gone) {
    if (!closed && gone.equals(postmaster)) {
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

  /** Starts the server again on its data and its port; returns when it accepts connections. */
  public synchronized void revive() {
    if (!closed && postmaster == null) {
      keep(
          Postmaster.start(home, instance, drop, port, settings)
              .orElseThrow(() -> taken(port, null)));
    }
  }

  /** Suspends all processes of the server, or has them go on. */
  public synchronized void freeze(boolean on) {
    if (postmaster != null) {
      frozen = on;
      Processes.signalTree(on ? "STOP" : "CONT", postmaster.pid());
    }
  }

  /**
   * Refuses a port that is in use; 0 becomes one that nobody used a moment ago. On IPv4 whatever
   * the virtual machine prefers, because the server listens nowhere else.
   */
  private static int usable(int port) {
    try (ServerSocket socket =
        new ServerSocket(port, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw taken(port, e);
    }
  }

  private static EnvironmentException taken(int port, Exception cause) {
    return new EnvironmentException(
        "port " + port + " on 127.0.0.1 is in use: name another, or 0 for a free one", cause);
  }

  /** The role is no superuser. */
  private void prepareDatabase() {
    try (Connection connection = connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("create role " + ROLE + " login");
      statement.execute("grant pg_monitor, pg_checkpoint to " + ROLE);
      // hashed on this side: neither the server nor its log sees the password
      connection
          .unwrap(PGConnection.class)
          .alterUserPassword(ROLE, password.reveal().toCharArray(), "scram-sha-256");
      statement.execute("create database " + ROLE + " owner " + ROLE);
    } catch (SQLException e) {
      throw new EnvironmentException(
          "the new PostgreSQL does not answer (" + e.getMessage() + ")", e);
    }
  }

  /** For set-up that the role may not do; the caller closes it. */
  public Connection connectAsSuperuser() throws SQLException {
    return JdbcConnector.open(url("postgres"), Cluster.SUPERUSER, superuser);
  }

  /**
   * Makes each commit that writes wait so long before it flushes the log, as a slower disk would;
   * zero ends that. Returns once the server obeys.
   */
  public void delayCommits(Duration delay) {
    long micros = delay.toNanos() / 1_000;
    try (Connection connection = connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      if (micros == 0) {
        statement.execute("alter system reset commit_siblings");
        statement.execute("alter system reset commit_delay");
      } else {
        // no sibling: a commit waits though nobody else is at work
        statement.execute("alter system set commit_siblings = 0");
        statement.execute("alter system set commit_delay = " + micros);
      }
      statement.execute("select pg_reload_conf()");
    } catch (SQLException e) {
      throw new EnvironmentException("cannot delay commits: " + e.getMessage(), e);
    }
    if (!Polling.until(() -> commitsWait(micros), OBEYS_WITHIN)) {
      throw new EnvironmentException("PostgreSQL does not take commit_delay = " + micros);
    }
  }

  /** As a new session sees it: those of the pools that come are new. */
  private boolean commitsWait(long micros) {
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

  /** The process id of the server itself, the parent of all its backends. */
  public long processId() {
    return postmaster.pid();
  }

  /** The instance directory: it holds the log and the data. */
  public Path directory() {
    return instance.path();
  }

  /** Writes a password file for {@code psql} (PGPASSFILE); it goes when the server goes. */
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

  /** Completes with the last line of the log. */
  @Override
  public CompletableFuture<String> onUnexpectedEnd() {
    return ended.copy();
  }

  @Override
  public void close() {
    release();
    atExit.done();
  }

  private synchronized void release() {
    if (!closed) {
      if (frozen) {
        freeze(false); // else it would not hear
      }
      closed = true;
      if (postmaster != null) {
        postmaster.stop();
      }
      instance.close();
      guard.close();
    }
  }
}
