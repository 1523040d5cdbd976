package cloakroom.stress.watch;

import cloakroom.stress.process.OneLine;
import cloakroom.stress.process.StressFailure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
  private static final String NAME = "cloakroom-monitor";
  private static final String TIER = "cloakroom-tier";
  private static final int FIRST_WITH_SESSIONS = 140_000;
  private static final int FIRST_WITH_FLUSH = 150_000;
  private static final long POLL = TimeUnit.MILLISECONDS.toNanos(100);
  private static final List<String> TOUCHED = List.of("ps_txn", "departments", "employees");

  private static final String COUNTERS =
      """
      select d.sessions, d.xact_commit, d.xact_rollback,
             coalesce(p.n_tup_ins, 0), coalesce(p.n_tup_upd, 0), coalesce(p.n_tup_del, 0),
             (select count(*) from ps_txn),
             coalesce(w.n_tup_upd, 0), coalesce(e.n_tup_upd, 0),
             pg_total_relation_size('ps_txn')
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

  private final Connection connection;
  private final Consumer<String> notes;
  private final int version;
  private long transactions;

  private PostgresWatch(Connection connection, Consumer<String> notes) throws SQLException {
    this.connection = connection;
    this.notes = notes;
    this.version = Integer.parseInt(text("show server_version_num"));
  }

  /**
   * Connects.
   *
   * @param notes gets a line about each thing that could not be done but does not matter much
   * @throws StressFailure if the database cannot be reached, refuses the user, or is too old
   */
  public static PostgresWatch open(
      String url, String user, String password, Consumer<String> notes) {
    try {
      Connection connection = DriverManager.getConnection(url, properties(user, password));
      PostgresWatch watch = new PostgresWatch(connection, notes);
      watch.requireSessions(url);
      return watch;
    } catch (SQLException e) {
      throw refused("cannot watch " + url + " as " + user + ": " + e.getMessage());
    }
  }

  private static Properties properties(String user, String password) {
    Properties p = new Properties();
    p.setProperty("user", user);
    p.setProperty("password", password);
    p.setProperty("ApplicationName", NAME);
    p.setProperty("connectTimeout", "10");
    p.setProperty("socketTimeout", "60");
    return p;
  }

  private void requireSessions(String url) {
    if (version < FIRST_WITH_SESSIONS) {
      close();
      throw refused(url + " is PostgreSQL " + version / 10_000 + ": the runner needs 14 or later");
    }
  }

  private static StressFailure refused(String line) {
    return new StressFailure(StressFailure.WRONG_USE, line);
  }

  @Override
  public synchronized DatabaseCounters counters() {
    try {
      flushOwn();
      return query(COUNTERS, PostgresWatch::counters);
    } catch (SQLException e) {
      throw new StressFailure(
          StressFailure.INVALID, "the database does not tell its counters: " + e.getMessage());
    }
  }

  private void flushOwn() throws SQLException {
    if (version >= FIRST_WITH_FLUSH) {
      text("select pg_stat_force_next_flush()::text");
    }
  }

  private static DatabaseCounters counters(ResultSet row) throws SQLException {
    return new DatabaseCounters(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        row.getLong(4),
        row.getLong(5),
        row.getLong(6),
        row.getLong(7),
        row.getLong(8),
        row.getLong(9),
        row.getLong(10));
  }

  @Override
  public DatabaseCounters settled(Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    boolean settled = false;
    DatabaseCounters last = counters();
    while (!settled && System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
      long before = transactions();
      LockSupport.parkNanos(POLL);
      boolean alone = activity().map(a -> a.connections() == 0).orElse(false);
      DatabaseCounters now = counters();
      settled = alone && now.quietSince(last, transactions() - before);
      last = now;
    }
    if (!settled) {
      notes.accept("the database's counters had not settled after " + limit.toSeconds() + " s");
    }
    return last;
  }

  @Override
  public synchronized Optional<DatabaseActivity> activity() {
    try {
      return Optional.of(
          query(ACTIVITY, r -> new DatabaseActivity(r.getInt(1), r.getInt(2), r.getInt(3))));
    } catch (SQLException e) {
      notes.accept("pg_stat_activity: " + OneLine.of(e));
      return Optional.empty();
    }
  }

  @Override
  public synchronized void tidy() {
    TOUCHED.forEach(table -> attempt("vacuum analyze " + table));
    attempt("checkpoint");
  }

  private void attempt(String sql) {
    try (Statement statement = connection.createStatement()) {
      transactions++;
      statement.execute(sql);
    } catch (SQLException e) {
      notes.accept("skipped \"" + sql + "\" between trials: " + OneLine.of(e.getMessage()));
    }
  }

  @Override
  public synchronized Map<String, String> settings() {
    try {
      return query(SETTINGS, PostgresWatch::settings);
    } catch (SQLException e) {
      notes.accept("settings: " + OneLine.of(e));
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
    try {
      return OptionalLong.of(query("select count(*) from departments", r -> r.getLong(1)));
    } catch (SQLException e) {
      notes.accept("departments: " + OneLine.of(e));
      return OptionalLong.empty();
    }
  }

  @Override
  public synchronized long transactions() {
    return transactions;
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      notes.accept("the monitor's connection: " + OneLine.of(e));
    }
  }

  private String text(String sql) throws SQLException {
    return query(sql, r -> r.getString(1));
  }

  private <T> T query(String sql, Row<T> reader) throws SQLException {
    transactions++;
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return reader.read(rows);
    }
  }

  private interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }
}
