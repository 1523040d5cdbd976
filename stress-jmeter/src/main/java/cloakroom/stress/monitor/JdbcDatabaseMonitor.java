package cloakroom.stress.monitor;

import cloakroom.contract.SchemaName;
import cloakroom.platform.OneLine;
import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Watches a database over two connections of its own: one for what the runner asks now and then,
 * one for what the server tells each second. The questions are the files below {@code sql/…/watch};
 * what else differs between the databases, {@link MonitorDialect} knows.
 *
 * <p>It tells as much as its user may see: of an Oracle with the role of {@code
 * sql/oracle/admin/04-monitoring.sql} everything, with no more than its own tables their rows
 * alone. What is refused is absent and not asked for again, and a note names the grant.
 */
public final class JdbcDatabaseMonitor implements DatabaseMonitor {
  /**
   * Counting the rows of a large PS_TXN may take its time, and so may tidying; what takes longer
   * costs the connection.
   */
  private static final Duration COUNTER_TIMEOUT = Duration.ofSeconds(60);

  /** Longer than a statement may take, so that only a dead connection is given up. */
  private static final Duration SAMPLE_TIMEOUT = Duration.ofSeconds(5);

  private static final String LOCKED = "55P03";

  /** Maximum time to wait for another session's lock on a table, between trials. */
  private static final Duration TIDY_WAIT = Duration.ofSeconds(5);

  private static final long POLL = TimeUnit.MILLISECONDS.toNanos(100);
  private static final String ACTIVITY = "activity";

  interface Connector {
    Connection connect(Duration silence) throws SQLException;
  }

  /**
   * Database that a run uses.
   *
   * @param url JDBC URL, free of credentials
   * @param user its user
   * @param schema schema with Cloakroom's tables
   * @param tier application name of the tier's sessions
   * @param shared whether other clients may use the database
   * @param serverWide whether {@link #tidy} orders a checkpoint of the server
   */
  public record MonitorTarget(
      String url,
      String user,
      SchemaName schema,
      String tier,
      boolean shared,
      boolean serverWide) {}

  private final MonitorDialect access;
  private final MonitorTarget target;
  private final Consumer<String> notes;
  private final List<MonitorConnection> connections = new ArrayList<>();
  private final MonitorConnection own;
  private final MonitorConnection each;

  /** Its open transaction has the lock of the run on the schema; empty without other clients. */
  private final Optional<MonitorConnection> lock;

  private final ServerMetrics metrics;
  private final int version;
  private final Map<DatabaseCounter, String> unavailableReasons =
      new EnumMap<>(DatabaseCounter.class);
  private final Set<String> refused = new HashSet<>();

  /** Sessions of the tier that {@link #endSessions} has ended. */
  private long ended;

  /** The statements by their questions, some of which are asked ten times a second. */
  private final Map<String, String> statements = new HashMap<>();

  /**
   * Connects.
   *
   * @param statementSeconds limit of each statement of a tick, 0 for no limit
   */
  JdbcDatabaseMonitor(
      MonitorDialect access,
      MonitorTarget target,
      Consumer<String> notes,
      int statementSeconds,
      Connector connector)
      throws SQLException {
    this.access = access;
    this.target = target;
    this.notes = notes;
    own = opened(() -> connector.connect(COUNTER_TIMEOUT), 0);
    try {
      version = own.about().getDatabaseMajorVersion();
      if (version < access.oldest) {
        throw StressFailure.wrongUse(
            "%s is %s %d: the runner needs %d or later",
            target.url, access.label(), version, access.oldest);
      }
      unavailableReasons.putAll(access.unavailableReasons(target.url, own.isPooled()));
      lock =
          target.shared && access == MonitorDialect.POSTGRESQL
              ? Optional.of(opened(() -> locked(connector.connect(COUNTER_TIMEOUT)), 0))
              : Optional.empty();
      each = opened(() -> connector.connect(SAMPLE_TIMEOUT), statementSeconds);
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
    metrics =
        new ServerMetrics(
            access,
            each,
            ServerQuery.all(access, version),
            target.user,
            this::ownTransactions,
            notes);
  }

  private MonitorConnection opened(MonitorConnection.Opener opener, int statementSeconds)
      throws SQLException {
    MonitorConnection connection = new MonitorConnection(opener, statementSeconds);
    connections.add(connection);
    return connection;
  }

  /** Returns the connection with the lock of the run, or closes it if another run has the lock. */
  private Connection locked(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(text("run-lock"))) {
      if (!row.next() || row.getBoolean("locked")) {
        return connection;
      }
      throw StressFailure.wrongUse("--url: " + MonitorDialect.inUse(row.getString("holder")));
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** Takes the lock again if its connection was lost. */
  private void keepLock(MonitorConnection connection) {
    try {
      connection.first("select 1");
    } catch (SQLException e) {
      String lost = "the lock on the schema was lost: " + OneLine.of(e);
      try {
        connection.about();
        notes.accept(lost + "; the run has taken it again");
      } catch (SQLException again) {
        notes.accept(lost + "; the run continues without it: " + OneLine.of(again));
      }
    }
  }

  /**
   * Connects to a JDBC URL of PostgreSQL or Oracle, free of credentials; notes are lines about what
   * could not be done but does not matter much. Fails in one line if the database cannot be
   * reached, rejects the user, is too old, or if another run uses the schema.
   */
  public static JdbcDatabaseMonitor open(
      MonitorTarget target, String password, Consumer<String> notes) {
    MonitorDialect access = MonitorDialect.of(target.url);
    try {
      return new JdbcDatabaseMonitor(
          access,
          target,
          notes,
          ServerMetrics.TIMEOUT_SECONDS,
          silence -> access.connect(target.url, target.user, password, silence));
    } catch (SQLException e) {
      throw StressFailure.wrongUse(
          "cannot watch %s as %s: %s", target.url, target.user, OneLine.of(e.getMessage()));
    }
  }

  /** What a question's row tells by name; nothing, with a note, when it cannot be asked. */
  private Map<String, String> ask(String question) {
    String sql = statements.computeIfAbsent(question, this::text);
    try {
      return refused.contains(question) ? Map.of() : own.first(sql);
    } catch (SQLException e) {
      boolean forGood = access.refused(e);
      if (question.equals(MonitorDialect.COUNTERS)
          && !(forGood && access == MonitorDialect.ORACLE)) {
        throw StressFailure.invalid(
            "the database does not tell its counters: " + OneLine.of(e.getMessage()));
      }
      String grant = forGood ? access.grant(sql, target.user) : "";
      notes.accept(question + ": " + OneLine.of(e) + (grant.isEmpty() ? "" : ": " + grant));
      if (forGood) {
        refused(question, sql, grant.isEmpty() ? OneLine.of(e) : "not permitted: " + grant);
      }
      return Map.of();
    }
  }

  private String text(String question) {
    String sql = target.schema.in(access.text(question));
    return sql.replace("= '" + MonitorDialect.TIER + "'", "= '" + access.shown(target.tier) + "'");
  }

  private void refused(String question, String sql, String why) {
    refused.add(question);
    List<String> untold = ServerQuery.columns(sql);
    for (DatabaseCounter counter : DatabaseCounter.values()) {
      if (untold.contains(counter.key())) {
        unavailableReasons.putIfAbsent(counter, why);
      }
    }
  }

  @Override
  public synchronized DatabaseCounters counters() {
    Map<String, String> told = new LinkedHashMap<>();
    access.counters(version).forEach(question -> told.putAll(ask(question)));
    Map<DatabaseCounter, Long> values = new EnumMap<>(DatabaseCounter.class);
    for (DatabaseCounter counter : DatabaseCounter.values()) {
      if (told.containsKey(counter.key()) && !unavailableReasons.containsKey(counter)) {
        values.put(counter, Long.valueOf(told.get(counter.key())));
      }
    }
    return new DatabaseCounters(
        values,
        Map.copyOf(unavailableReasons),
        access.withOthers(target.shared),
        told.getOrDefault("started", ""),
        told.getOrDefault("countedSince", ""),
        transactions(),
        sessions(),
        ended);
  }

  @Override
  public DatabaseCounters settled(Duration limit) {
    lock.ifPresent(this::keepLock);
    long end = System.nanoTime() + limit.toNanos();
    DatabaseCounters last = counters();
    while (System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(POLL);
      boolean gone = tierIsGone();
      DatabaseCounters now = counters();
      if (now.quietSince(last) && gone) {
        return now;
      }
      last = now;
    }
    notes.accept("the database's counters had not settled after " + limit.toSeconds() + " s");
    return last;
  }

  /** Whether no connection of the tier is left, as far as that can be seen. */
  private synchronized boolean tierIsGone() {
    boolean gone = activity().map(a -> a.connections() == 0).orElse(false);
    return gone || refused.contains(ACTIVITY);
  }

  @Override
  public synchronized Optional<Activity> activity() {
    Map<String, String> told = ask(ACTIVITY);
    return told.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Activity(
                Integer.parseInt(told.get("connections")),
                Integer.parseInt(told.get("active")),
                Integer.parseInt(told.get("idleInTransaction"))));
  }

  @Override
  public ServerRecord record(Path file) {
    // an answer that takes as long as a statement may is too late for its tick
    return record(file, TimeUnit.SECONDS.toMillis(ServerMetrics.TIMEOUT_SECONDS));
  }

  ServerRecord record(Path file, long lateMs) {
    return new ServerCsv(file, metrics, lateMs);
  }

  @Override
  public synchronized Map<String, String> tidy() {
    Map<String, String> outcomes = new LinkedHashMap<>();
    for (String statement : access.tidying(target.serverWide)) {
      String sql = target.schema.in(statement);
      String outcome = "done";
      try {
        tidy(sql);
      } catch (SQLException e) {
        String why = OneLine.of(e.getMessage());
        outcome = "skipped: " + why;
        notes.accept("skipped \"" + OneLine.of(sql) + "\" between trials: " + why);
      }
      outcomes.put(access == MonitorDialect.ORACLE ? "gather table statistics" : sql, outcome);
    }
    if (access == MonitorDialect.POSTGRESQL && !target.serverWide) {
      outcomes.put("checkpoint", "not ordered (--tidy)");
    }
    return outcomes;
  }

  /** Tries again while another session has locked the table; a wait would queue its readers. */
  private void tidy(String sql) throws SQLException {
    long end = System.nanoTime() + TIDY_WAIT.toNanos();
    SQLWarning skipped = own.execute(sql);
    while (skipped != null && LOCKED.equals(skipped.getSQLState()) && System.nanoTime() < end) {
      LockSupport.parkNanos(POLL);
      skipped = own.execute(sql);
    }
    if (skipped != null) {
      throw skipped;
    }
  }

  @Override
  public synchronized Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    try {
      String words = OneLine.of(own.about().getDatabaseProductVersion());
      settings.put(
          "version", words.startsWith(access.label()) ? words : access.label() + " " + words);
    } catch (SQLException e) {
      notes.accept("version: " + OneLine.of(e));
    }
    settings.putAll(pairs("settings"));
    return settings;
  }

  @Override
  public synchronized Map<String, String> values() {
    return pairs("values");
  }

  /** The rows of a question, each a name and a value; none, with a note, if it fails. */
  private Map<String, String> pairs(String question) {
    Map<String, String> pairs = new LinkedHashMap<>();
    try {
      own.rows(text(question)).forEach(row -> pairs.put(row.get("name"), row.get("value")));
    } catch (SQLException e) {
      notes.accept(question + ": " + OneLine.of(e));
    }
    return pairs;
  }

  @Override
  public synchronized OptionalLong writes() {
    return number(ask("writes").get("writes"));
  }

  @Override
  public synchronized String endSessions() {
    return sessionsEnded() || (own.lost() && sessionsEnded())
        ? ""
        : "the database refused, see run.log";
  }

  private boolean sessionsEnded() {
    OptionalLong number = number(ask("end-sessions").get("ended"));
    ended += number.orElse(0);
    return number.isPresent();
  }

  private static OptionalLong number(String told) {
    return told == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(told));
  }

  long transactions() {
    return ownTransactions() + metrics.transactions();
  }

  private long ownTransactions() {
    return access.countsQueries() ? own.statements() : 0;
  }

  long sessions() {
    return connections.stream().mapToLong(MonitorConnection::sessions).sum();
  }

  @Override
  public void close() {
    for (MonitorConnection connection : connections) {
      try {
        connection.close();
      } catch (SQLException e) {
        notes.accept("the monitor's connection: " + OneLine.of(e));
      }
    }
  }
}
