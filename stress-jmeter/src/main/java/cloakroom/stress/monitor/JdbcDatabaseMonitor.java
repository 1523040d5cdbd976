package cloakroom.stress.monitor;

import static cloakroom.stress.folder.DatabaseCounter.CHANGED_ROWS;
import static cloakroom.stress.process.StressFailure.wrongUse;
import static java.util.stream.Collectors.joining;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ApplicationDefinition.TableDefinition;
import cloakroom.contract.SchemaName;
import cloakroom.platform.OneLine;
import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.monitor.ServerMetrics.ServerQuery;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
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
import java.util.stream.Stream;

/**
 * Database monitor over JDBC. One connection reads counters before and after a trial; another reads
 * metrics each second. The queries are in {@code sql/…/watch}.
 *
 * <p>If the database user lacks a privilege, the monitor omits the metrics and reports the GRANT
 * statement. On Oracle, {@code sql/oracle/admin/04-monitoring.sql} grants all required privileges.
 */
public final class JdbcDatabaseMonitor implements DatabaseMonitor {
  /** Read timeout for counters and vacuum, both of which are slow for a large PS_TXN table. */
  private static final Duration COUNTER_TIMEOUT = Duration.ofSeconds(60);

  /**
   * Read timeout for the metrics of each second. It is longer than the statement timeout, so that a
   * slow statement is cancelled before the driver closes the connection.
   */
  private static final Duration SAMPLE_TIMEOUT = Duration.ofSeconds(5);

  /** Maximum number of a table's rows whose values are read before a trial. */
  private static final long MAX_VALUES = 100_000;

  /** Maximum number of keys in a list; Oracle permits 1,000. */
  private static final int MAX_KEYS = 1_000;

  private static final String LOCKED = "55P03";
  private static final Duration TIDY_WAIT = Duration.ofSeconds(5);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final String ACTIVITY = "activity";

  interface Connector {
    Connection connect(Duration timeout) throws SQLException;
  }

  /**
   * Database to monitor; the URL contains no credentials. A {@code shared} database has other
   * clients. {@code serverWide} permits {@link #tidy} a checkpoint, which affects the whole server.
   */
  public record MonitorTarget(
      String url,
      String user,
      SchemaName schema,
      String tier,
      boolean shared,
      boolean serverWide,
      ApplicationDefinition application) {}

  private final MonitorDialect access;
  private final MonitorTarget target;
  private final ApplicationTables tables;
  private final Consumer<String> notes;
  private final List<MonitorConnection> connections = new ArrayList<>();
  private final MonitorConnection own;

  /**
   * Connection with an open transaction that locks the schema against other runs; empty on Oracle,
   * and if the database is not shared.
   */
  private final Optional<MonitorConnection> lock;

  private final ServerMetrics metrics;
  private final int version;
  private final Map<DatabaseCounter, String> unavailable = new EnumMap<>(DatabaseCounter.class);
  private final Set<String> denied = new HashSet<>();
  private long ended;
  private final Map<String, String> statements = new HashMap<>();

  /** Connects. {@code statementSeconds} is the timeout of a metrics query; 0 means no timeout. */
  JdbcDatabaseMonitor(
      MonitorDialect access,
      MonitorTarget target,
      Consumer<String> notes,
      int statementSeconds,
      Connector connector)
      throws SQLException {
    this.access = access;
    this.target = target;
    this.tables = new ApplicationTables(target.application);
    this.notes = notes;
    MonitorConnection sampling;
    own = opened(() -> connector.connect(COUNTER_TIMEOUT), 0);
    try {
      version = own.metaData().getDatabaseMajorVersion();
      if (version < access.oldest) {
        throw wrongUse(
            "%s is %s %d: the runner requires %d or later",
            target.url, access.label(), version, access.oldest);
      }
      unavailable.putAll(access.unavailable(target.url, own.isPooled()));
      lock =
          target.shared && access == MonitorDialect.POSTGRESQL
              ? Optional.of(opened(() -> locked(connector.connect(COUNTER_TIMEOUT)), 0))
              : Optional.empty();
      sampling = opened(() -> connector.connect(SAMPLE_TIMEOUT), statementSeconds);
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
    List<ServerQuery> all = ServerQuery.all(access, version);
    metrics = new ServerMetrics(access, sampling, all, target.user, this::ownTransactions, notes);
  }

  private MonitorConnection opened(MonitorConnection.Opener opener, int statementSeconds)
      throws SQLException {
    MonitorConnection connection = new MonitorConnection(opener, statementSeconds);
    connections.add(connection);
    return connection;
  }

  private Connection locked(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (Map<String, String> row : MonitorConnection.rows(connection, 0, text("run-lock"))) {
        if (!row.get("locked").equals("t")) {
          throw wrongUse("--url: " + MonitorDialect.inUse(row.get("holder")));
        }
      }
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private void keepLock(MonitorConnection connection) {
    try {
      connection.first("select 1");
    } catch (SQLException e) {
      String lost = "the lock on the schema was lost: " + OneLine.of(e);
      try {
        connection.metaData();
        notes.accept(lost + "; the run has taken it again");
      } catch (SQLException again) {
        notes.accept(lost + "; the run continues without it: " + OneLine.of(again));
      }
    }
  }

  /**
   * Connects to PostgreSQL or Oracle; {@code notes} receives failures that do not end the run.
   *
   * @throws StressFailure if the connection fails, the database version is too old, or another run
   *     uses the schema
   */
  public static JdbcDatabaseMonitor open(
      MonitorTarget target, String password, Consumer<String> notes) {
    MonitorDialect access = MonitorDialect.of(target.url);
    Connector logon = timeout -> access.connect(target.url, target.user, password, timeout);
    try {
      return new JdbcDatabaseMonitor(access, target, notes, ServerMetrics.TIMEOUT_SECONDS, logon);
    } catch (SQLException e) {
      throw wrongUse(
          "cannot monitor %s as %s: %s", target.url, target.user, OneLine.of(e.getMessage()));
    }
  }

  private Map<String, String> query(String name) {
    String sql = statements.computeIfAbsent(name, this::text);
    try {
      return denied.contains(name) ? Map.of() : own.first(sql);
    } catch (SQLException e) {
      boolean permanent = access.denied(e);
      if (name.equals(MonitorDialect.COUNTERS) && !(permanent && access == MonitorDialect.ORACLE)) {
        throw unreadable(e);
      }
      String grant = permanent ? access.grant(sql, target.user) : "";
      notes.accept(name + ": " + OneLine.of(e) + (grant.isEmpty() ? "" : ": " + grant));
      if (permanent) {
        denied.add(name);
        String why = grant.isEmpty() ? OneLine.of(e) : "not permitted: " + grant;
        List<String> missing = ServerQuery.columns(sql);
        for (DatabaseCounter counter : DatabaseCounter.values()) {
          if (missing.contains(counter.key())) {
            unavailable.putIfAbsent(counter, why);
          }
        }
      }
      return Map.of();
    }
  }

  private static StressFailure unreadable(SQLException e) {
    return StressFailure.invalid(
        "cannot read the database counters: " + OneLine.of(e.getMessage()));
  }

  /** Returns the changed rows by written table; fewer tables if the reason was noted. */
  private Map<String, Long> changedRows() {
    Map<String, Long> changed = new LinkedHashMap<>();
    List<TableDefinition> written = tables.written();
    if (unavailable.containsKey(CHANGED_ROWS) || written.isEmpty()) {
      return changed;
    }
    try {
      String each = access.text("changed-rows");
      String sql =
          written.stream().map(table -> tables.in(each, table)).collect(joining(" union all "));
      for (Map<String, String> row : own.rows(target.schema.in(sql))) {
        if (row.containsKey("value")) {
          changed.put(row.get("name"), Long.valueOf(row.get("value")));
        } else {
          unavailable.put(CHANGED_ROWS, row.get("name") + " has no counters; it may be a view");
        }
      }
    } catch (SQLException e) {
      throw unreadable(e);
    }
    return changed;
  }

  private String text(String query) {
    String template = access.text(query);
    String named = tables.first().map(first -> tables.in(template, first)).orElse(template);
    return target
        .schema
        .in(named)
        .replace("= '" + MonitorDialect.TIER + "'", "= '" + access.shown(target.tier) + "'");
  }

  @Override
  public synchronized DatabaseCounters counters() {
    Map<String, String> row = new LinkedHashMap<>();
    access.counters().forEach(query -> row.putAll(query(query)));
    Map<DatabaseCounter, Long> values = new EnumMap<>(DatabaseCounter.class);
    for (DatabaseCounter counter : DatabaseCounter.values()) {
      if (row.containsKey(counter.key()) && !unavailable.containsKey(counter)) {
        values.put(counter, Long.valueOf(row.get(counter.key())));
      }
    }
    Map<String, Long> changed = changedRows();
    if (!unavailable.containsKey(CHANGED_ROWS)) {
      values.put(CHANGED_ROWS, changed.values().stream().mapToLong(rows -> rows).sum());
    }
    String started = row.getOrDefault("started", "");
    String since = row.getOrDefault("countedSince", "");
    Set<DatabaseCounter> others = access.withOthers(target.shared);
    return new DatabaseCounters(
        values,
        changed,
        Map.copyOf(unavailable),
        others,
        started,
        since,
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
      LockSupport.parkNanos(POLL_NANOS);
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

  private synchronized boolean tierIsGone() {
    boolean gone = activity().map(a -> a.connections() == 0).orElse(false);
    return gone || denied.contains(ACTIVITY);
  }

  @Override
  public synchronized Optional<Activity> activity() {
    return Optional.of(query(ACTIVITY))
        .filter(row -> !row.isEmpty())
        .map(row -> Records.of(Records.tree(row), Activity.class));
  }

  @Override
  public ServerRecord record(Path file) {
    return record(file, TimeUnit.SECONDS.toMillis(ServerMetrics.TIMEOUT_SECONDS));
  }

  ServerRecord record(Path file, long lateMs) {
    return metrics.record(file, lateMs);
  }

  @Override
  public synchronized Map<String, String> tidy() {
    Map<String, String> outcomes = new LinkedHashMap<>();
    Stream<TableDefinition> maintained =
        tables.written().stream().filter(table -> !ApplicationTables.isOwn(table));
    List<String> names = maintained.map(TableDefinition::name).toList();
    for (String statement : access.maintenance(target.serverWide, names)) {
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

  /**
   * Executes a statement that skips locked tables. Repeats the statement for some seconds while it
   * skips a table. A statement that waits for a lock would block later readers of the table.
   */
  private void tidy(String sql) throws SQLException {
    long end = System.nanoTime() + TIDY_WAIT.toNanos();
    SQLWarning skipped = own.execute(sql);
    while (skipped != null && LOCKED.equals(skipped.getSQLState()) && System.nanoTime() < end) {
      LockSupport.parkNanos(POLL_NANOS);
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
      String product = OneLine.of(own.metaData().getDatabaseProductVersion());
      boolean named = product.startsWith(access.label());
      settings.put("version", named ? product : access.label() + " " + product);
    } catch (SQLException e) {
      notes.accept("version: " + OneLine.of(e));
    }
    settings.putAll(pairs("settings", text("settings")));
    return settings;
  }

  @Override
  public synchronized Map<String, String> values() {
    long users = tables.first().isPresent() ? number("users", "userRows").orElse(0) : 0;
    String rows = "order by t.%s fetch first %d rows only";
    Map<String, String> values = new LinkedHashMap<>();
    for (TableDefinition table : tables.watched()) {
      values.putAll(values(table, rows.formatted(table.key(), Math.min(MAX_VALUES, users))));
    }
    return values;
  }

  @Override
  public synchronized Map<String, String> values(Collection<String> places) {
    Map<String, String> values = new LinkedHashMap<>();
    for (TableDefinition table : tables.watched()) {
      String prefix = ApplicationTables.label(table) + " ";
      List<Long> keys =
          places.stream()
              .filter(place -> place.startsWith(prefix))
              .map(place -> Long.valueOf(place.substring(prefix.length())))
              .toList();
      for (int from = 0; from < keys.size(); from += MAX_KEYS) {
        String some =
            keys.subList(from, Math.min(keys.size(), from + MAX_KEYS)).stream()
                .map(String::valueOf)
                .collect(joining(", "));
        values.putAll(values(table, "where t.%s in (%s)".formatted(table.key(), some)));
      }
    }
    return values;
  }

  private Map<String, String> values(TableDefinition table, String rows) {
    String sql = target.schema.in(tables.in(access.text("values"), table));
    return pairs("values", sql.replace("{rows}", rows));
  }

  private Map<String, String> pairs(String query, String sql) {
    Map<String, String> pairs = new LinkedHashMap<>();
    try {
      own.rows(sql).forEach(row -> pairs.put(row.get("name"), row.get("value")));
    } catch (SQLException e) {
      notes.accept(query + ": " + OneLine.of(e));
    }
    return pairs;
  }

  @Override
  public synchronized OptionalLong writes() {
    return number("writes", "writes");
  }

  @Override
  public synchronized String endSessions() {
    boolean done = sessionsEnded() || (own.lost() && sessionsEnded());
    return done ? "" : "the database rejected it, see run.log";
  }

  private boolean sessionsEnded() {
    OptionalLong number = number("end-sessions", "ended");
    ended += number.orElse(0);
    return number.isPresent();
  }

  private OptionalLong number(String query, String column) {
    String value = query(query).get(column);
    return value == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(value));
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
