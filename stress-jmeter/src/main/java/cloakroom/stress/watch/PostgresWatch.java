package cloakroom.stress.watch;

import static cloakroom.stress.files.DatabaseCounter.COMMITS;
import static cloakroom.stress.files.DatabaseCounter.DEPARTMENTS_UPDATES;
import static cloakroom.stress.files.DatabaseCounter.EMPLOYEES_UPDATES;
import static cloakroom.stress.files.DatabaseCounter.PS_TXN_BYTES;
import static cloakroom.stress.files.DatabaseCounter.PS_TXN_DELETES;
import static cloakroom.stress.files.DatabaseCounter.PS_TXN_INSERTS;
import static cloakroom.stress.files.DatabaseCounter.PS_TXN_ROWS;
import static cloakroom.stress.files.DatabaseCounter.PS_TXN_UPDATES;
import static cloakroom.stress.files.DatabaseCounter.ROLLBACKS;
import static cloakroom.stress.files.DatabaseCounter.SESSIONS;

import cloakroom.contract.OneLine;
import cloakroom.stress.files.DatabaseCounter;
import cloakroom.stress.process.StressFailure;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Watches a PostgreSQL from 14 on through one connection, which calls itself {@code
 * cloakroom-monitor}.
 *
 * <p>A backend keeps its statistics to itself for up to a second and flushes them when it exits
 * (PostgreSQL documentation, "The Cumulative Statistics System"). That is why {@link #settled}
 * waits for the tier's backends to be gone, and why this watch flushes its own before it reads.
 */
public final class PostgresWatch implements DatabaseWatch {
  private static final String TIER = "cloakroom-tier";
  private static final int FIRST_WITH_SESSIONS = 140_000;
  private static final int FIRST_WITH_FLUSH = 150_000;
  private static final List<String> TOUCHED = List.of("ps_txn", "departments", "employees");

  /** The counters in the order of the query's columns. */
  private static final List<DatabaseCounter> ORDER =
      List.of(
          SESSIONS,
          COMMITS,
          ROLLBACKS,
          PS_TXN_INSERTS,
          PS_TXN_UPDATES,
          PS_TXN_DELETES,
          PS_TXN_ROWS,
          DEPARTMENTS_UPDATES,
          EMPLOYEES_UPDATES,
          PS_TXN_BYTES);

  private static final String COUNTERS =
      """
      select d.sessions, d.xact_commit, d.xact_rollback,
             coalesce(p.n_tup_ins, 0), coalesce(p.n_tup_upd, 0), coalesce(p.n_tup_del, 0),
             (select count(*) from ps_txn),
             coalesce(w.n_tup_upd, 0), coalesce(e.n_tup_upd, 0),
             pg_total_relation_size('ps_txn'),
             pg_postmaster_start_time()::text,
             concat_ws(' ', d.stats_reset, (select stats_reset from pg_stat_wal))
        from pg_stat_database d
        left join pg_stat_user_tables p on p.relid = to_regclass('ps_txn')
        left join pg_stat_user_tables w on w.relid = to_regclass('departments')
        left join pg_stat_user_tables e on e.relid = to_regclass('employees')
       where d.datname = current_database()
      """;

  private static final String ACTIVITY =
      """
      select count(*),
             count(*) filter (where state = 'active'),
             count(*) filter (where state like 'idle in transaction%')
        from pg_stat_activity
       where datname = current_database()
         and backend_type = 'client backend'
         and application_name = '"""
          + TIER
          + "'";

  private static final String SETTINGS =
      """
      select current_setting('server_version'), current_setting('fsync'),
             current_setting('synchronous_commit'), current_setting('max_connections'),
             current_setting('shared_buffers')
      """;

  private final WatchConnections connections;
  private final MonitorConnection connection;
  private final ServerMetrics metrics;
  private final int version;

  private PostgresWatch(WatchConnections connections, String url) throws SQLException {
    this.connections = connections;
    this.connection = connections.own();
    this.version = connection.first("show server_version_num", row -> row.getInt(1));
    if (version < FIRST_WITH_SESSIONS) {
      throw WatchConnections.refused(
          url + " is PostgreSQL " + version / 10_000 + ": the runner needs 14 or later");
    }
    this.metrics = connections.metrics(ServerQuery.postgresql(version), connection::statements);
  }

  /**
   * Connects.
   *
   * @param notes gets a line about each thing that could not be done but does not matter much
   * @throws StressFailure if the database cannot be reached, refuses the user, or is too old
   */
  public static PostgresWatch open(
      String url, String user, String password, Consumer<String> notes) {
    return WatchConnections.open(
        Access.POSTGRESQL, url, user, password, notes, own -> new PostgresWatch(own, url));
  }

  @Override
  public synchronized DatabaseCounters counters() {
    try {
      flushOwn();
      return connection.first(COUNTERS, PostgresWatch::counters);
    } catch (SQLException e) {
      throw new StressFailure(
          StressFailure.INVALID, "the database does not tell its counters: " + e.getMessage());
    }
  }

  private void flushOwn() throws SQLException {
    if (version >= FIRST_WITH_FLUSH) {
      connection.first("select pg_stat_force_next_flush()::text", row -> row.getString(1));
    }
  }

  private static DatabaseCounters counters(ResultSet row) throws SQLException {
    Map<DatabaseCounter, Long> values = new EnumMap<>(DatabaseCounter.class);
    for (int i = 0; i < ORDER.size(); i++) {
      values.put(ORDER.get(i), row.getLong(i + 1));
    }
    int next = ORDER.size() + 1;
    return new DatabaseCounters(values, row.getString(next), row.getString(next + 1));
  }

  @Override
  public CounterNotes counterNotes() {
    return CounterNotes.NONE;
  }

  @Override
  public DatabaseCounters settled(Duration limit) {
    return connections.settled(
        this, () -> activity().map(a -> a.connections() == 0).orElse(false), limit);
  }

  @Override
  public synchronized Optional<Activity> activity() {
    try {
      return Optional.of(connections.activity(ACTIVITY));
    } catch (SQLException e) {
      connections.note("pg_stat_activity: " + OneLine.of(e));
      return Optional.empty();
    }
  }

  @Override
  public ServerRecord record(Path file) {
    return ServerCsv.start(file, metrics);
  }

  @Override
  public synchronized void tidy() {
    TOUCHED.forEach(table -> connections.attempt("vacuum analyze " + table));
    connections.attempt("checkpoint");
  }

  @Override
  public synchronized Map<String, String> settings() {
    try {
      return connection.first(SETTINGS, PostgresWatch::settings);
    } catch (SQLException e) {
      connections.note("settings: " + OneLine.of(e));
      return Map.of();
    }
  }

  private static Map<String, String> settings(ResultSet row) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("version", "PostgreSQL " + row.getString(1));
    settings.put("fsync", row.getString(2));
    settings.put("synchronous_commit", row.getString(3));
    settings.put("max_connections", row.getString(4));
    settings.put("shared_buffers", row.getString(5));
    return settings;
  }

  @Override
  public synchronized OptionalLong users() {
    return connections.number("select count(*) from departments");
  }

  @Override
  public long transactions() {
    return connection.statements() + metrics.transactions();
  }

  @Override
  public long sessions() {
    return connections.sessions();
  }

  @Override
  public void close() {
    connections.close();
  }
}
