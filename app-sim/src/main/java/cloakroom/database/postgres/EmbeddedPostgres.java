package cloakroom.database.postgres;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.AtExit;
import cloakroom.database.Connecting;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import cloakroom.database.SecretFile;
import cloakroom.database.StartedDatabase;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A real PostgreSQL server, run as a child process for as long as this object is open: on loopback
 * only, with password authentication, with commits that reach the disk.
 *
 * <p>It ends with us. {@link #close} and the end of this process stop it in order and remove its
 * folder; when we are killed a {@link Guard} does so; and what even that could not do, the next
 * start does.
 */
public final class EmbeddedPostgres implements StartedDatabase {
  /** The role, and the database that it owns. */
  public static final String ROLE = "cloakroom";

  private static final int PORT_ATTEMPTS = 5;

  private final Path home;
  private final InstanceDirectory instance;
  private final Map<String, String> settings;
  private final Password password;
  private final Password superuser = Password.random();
  private final Guard guard;
  private AtExit atExit;

  @GuardedBy("this")
  private Postmaster postmaster;

  private int port;

  @GuardedBy("this")
  private boolean closed;

  private volatile boolean endAsked;

  /** Starts nothing but the guard. */
  private EmbeddedPostgres(
      Builder builder, Map<String, String> settings, Path home, InstanceDirectory instance)
      throws IOException {
    this.home = home;
    this.instance = instance;
    this.settings = settings;
    this.password = builder.password;
    this.port = builder.port;
    this.guard = Guard.over(instance.path());
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A server with our settings, on a free port, with a password of its own. */
  public static EmbeddedPostgres start() {
    return builder().start();
  }

  /** Holds the monitor: an exit that begins meanwhile waits, and then finds a server to stop. */
  private synchronized void begin(Path data) {
    atExit = AtExit.listen("postgres-stop", this::release);
    try {
      LoopbackPort.requireFree(port);
      startOnFreePort(Cluster.prepare(home, instance, data, superuser).drop());
      prepareDatabase();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Between finding a free port and using it, somebody else may take it. */
  @GuardedBy("this")
  private void startOnFreePort(PrivilegeDrop drop) {
    int attempts = port == 0 ? PORT_ATTEMPTS : 1;
    for (int i = 1; postmaster == null; i++) {
      int candidate = port == 0 ? LoopbackPort.free() : port;
      try {
        postmaster = Postmaster.start(home, instance, drop, candidate, settings);
        port = candidate;
      } catch (Postmaster.PortTaken e) {
        if (i == attempts) {
          throw LoopbackPort.taken(candidate, e);
        }
      }
    }
  }

  private void prepareDatabase() {
    try (Connection connection = connectAsSuperuser()) {
      Provision.run(connection, ROLE, password);
    } catch (SQLException e) {
      throw new EnvironmentException(
          "the new PostgreSQL does not answer (" + e.getMessage() + ")", e);
    }
  }

  /** For set-up that the role may not do; the caller closes it. */
  public Connection connectAsSuperuser() throws SQLException {
    return Connecting.open(url(port, "postgres"), Cluster.SUPERUSER, superuser);
  }

  private static String url(int port, String database) {
    return DatabaseKind.POSTGRESQL.urlPrefix() + "//127.0.0.1:" + port + "/" + database;
  }

  @Override
  public String url() {
    return url(port, ROLE);
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
  public synchronized long processId() {
    return postmaster.pid();
  }

  /** The instance directory: it holds the log and, unless they are kept elsewhere, the data. */
  public Path directory() {
    return instance.path();
  }

  /**
   * Writes a password file for {@code psql}; it goes when the server goes.
   *
   * @return its path, for PGPASSFILE
   */
  public Path writePasswordFile() {
    String line = "127.0.0.1:%s:%s:%s:%s\n".formatted(port, ROLE, ROLE, escaped(password.reveal()));
    try {
      return SecretFile.write(instance.passwordFile(), line);
    } catch (IOException e) {
      throw new EnvironmentException("cannot write " + instance.passwordFile() + " (" + e + ")", e);
    }
  }

  @Override
  public String product() {
    return DatabaseKind.POSTGRESQL.product();
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

  private static String escaped(String field) {
    return field.replace("\\", "\\\\").replace(":", "\\:");
  }

  /** Completes with the last line of the log. */
  @Override
  public synchronized CompletableFuture<String> onUnexpectedEnd() {
    return postmaster
        .onExit()
        .thenCompose(
            process ->
                endAsked
                    ? new CompletableFuture<>()
                    : CompletableFuture.completedFuture(lastLogLine()));
  }

  private String lastLogLine() {
    return Postmaster.lastLine(Postmaster.tail(instance.log(), 0));
  }

  @Override
  public void close() {
    release();
    atExit.done();
  }

  private synchronized void release() {
    if (!closed) {
      closed = true;
      endAsked = true;
      if (postmaster != null) {
        postmaster.stop(home);
      }
      instance.close();
      guard.close();
    }
  }

  /** What may differ from the usual server. */
  public static final class Builder {
    private final Map<String, String> settings = new LinkedHashMap<>();
    private Password password = Password.random();
    private Path data;
    private int port;

    private Builder() {}

    /** A fixed port on 127.0.0.1; 0, the default, takes a free one. */
    public Builder port(int number) {
      this.port = number;
      return this;
    }

    /** The password of the role {@value EmbeddedPostgres#ROLE}; random unless given. */
    public Builder password(Password chosen) {
      this.password = chosen;
      return this;
    }

    /** Keeps the data in this folder between servers; nothing in it is ever deleted. */
    public Builder data(Path directory) {
      this.data = directory;
      return this;
    }

    /** A server setting as in postgresql.conf. */
    public Builder setting(String name, String value) {
      settings.put(name, value);
      return this;
    }

    /**
     * Starts the server and returns when it accepts connections.
     *
     * @throws EnvironmentException when the server cannot be started; nothing is left then
     */
    public EmbeddedPostgres start() {
      try {
        Map<String, String> all = PostgresSettings.with(settings);
        URL archive = PostgresBinaries.archive();
        WorkDirectory work = WorkDirectory.open();
        Path home = PostgresBinaries.unpacked(work, archive);
        EmbeddedPostgres server =
            new EmbeddedPostgres(this, all, home, InstanceDirectory.create(work));
        server.begin(data);
        return server;
      } catch (IOException e) {
        throw new EnvironmentException("cannot start PostgreSQL (" + e.getMessage() + ")", e);
      }
    }
  }
}
