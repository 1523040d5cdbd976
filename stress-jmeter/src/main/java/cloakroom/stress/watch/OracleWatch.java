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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Watches an Oracle, as far as its user may look: with the role of {@code
 * sql/oracle/admin/04-monitoring.sql} at everything, with no more than its own tables at their rows
 * alone. What it may not see is absent, and {@link #counterNotes} says why.
 *
 * <p>Oracle counts the changes of a single table only approximately (USER_TAB_MODIFICATIONS:
 * rolled-back ones count, gathering statistics starts anew, and what is in memory is written down
 * only for a user with ANALYZE ANY), so those counters are never told. Its sessions and commits are
 * the pluggable database's, other users' and its own jobs' among them.
 */
public final class OracleWatch implements DatabaseWatch {
  private static final String APPROXIMATE =
      "Oracle counts the changed rows of a table only approximately (USER_TAB_MODIFICATIONS)";
  private static final String POOLED =
      "a pooled server keeps its session when a connection goes: connections are not log-ons";
  private static final Map<String, DatabaseCounter> TOLD =
      Map.of("LOGONS", SESSIONS, "COMMITS", COMMITS, "ROLLBACKS", ROLLBACKS);

  private final WatchConnections connections;
  private final MonitorConnection connection;
  private final ServerMetrics metrics;
  private final Map<DatabaseCounter, String> notTold = new EnumMap<>(DatabaseCounter.class);
  private final String user;
  private boolean seesSessions = true;
  private boolean seesStatistics = true;
  private boolean seesStart = true;

  /**
   * A watch over open connections.
   *
   * @param pooled whether the tier's sessions come from a pool at the database's end
   */
  OracleWatch(WatchConnections connections, String user, boolean pooled) {
    this.connections = connections;
    this.connection = connections.own();
    this.metrics = connections.metrics(ServerQuery.oracle(), () -> 0);
    this.user = user;
    for (DatabaseCounter counter :
        Set.of(
            PS_TXN_INSERTS,
            PS_TXN_UPDATES,
            PS_TXN_DELETES,
            DEPARTMENTS_UPDATES,
            EMPLOYEES_UPDATES)) {
      notTold.put(counter, APPROXIMATE);
    }
    if (pooled) {
      notTold.put(SESSIONS, POOLED);
    }
  }

  /**
   * Connects.
   *
   * @param notes gets a line about each thing that could not be done but does not matter much
   * @throws StressFailure if the database cannot be reached or refuses the user
   */
  public static OracleWatch open(String url, String user, String password, Consumer<String> notes) {
    return WatchConnections.open(
        Access.ORACLE,
        url,
        user,
        password,
        notes,
        own -> new OracleWatch(own, user, Access.pooledByServer(url)));
  }

  private static String text(String name) {
    return WatchText.of(Access.ORACLE, name);
  }

  @Override
  public synchronized DatabaseCounters counters() {
    Map<DatabaseCounter, Long> values = new EnumMap<>(DatabaseCounter.class);
    statistics(values);
    put(values, PS_TXN_ROWS, connections.number(text("ps-txn-rows")));
    put(values, PS_TXN_BYTES, connections.number(text("ps-txn-bytes")));
    values.keySet().removeAll(notTold.keySet());
    return new DatabaseCounters(values, started(), "");
  }

  private String started() {
    String sql = text("started");
    if (!seesStart) {
      return "";
    }
    try {
      return connection.first(sql, row -> row.getString(1));
    } catch (SQLException e) {
      seesStart = !Access.ORACLE.refused(e);
      String grant = seesStart ? "" : ": " + Access.ORACLE.grant(sql, user);
      connections.note("a restart of the server would not be noticed: " + OneLine.of(e) + grant);
      return "";
    }
  }

  private static void put(
      Map<DatabaseCounter, Long> values, DatabaseCounter counter, OptionalLong value) {
    value.ifPresent(number -> values.put(counter, number));
  }

  /** A view that was refused once is not asked again. */
  private void statistics(Map<DatabaseCounter, Long> values) {
    String sql = text("statistics");
    if (!seesStatistics) {
      return;
    }
    try {
      values.putAll(connection.first(sql, OracleWatch::statistics));
    } catch (SQLException e) {
      if (!Access.ORACLE.refused(e)) {
        throw new StressFailure(
            StressFailure.INVALID,
            "the database does not tell its counters: " + OneLine.of(e.getMessage()));
      }
      seesStatistics = false;
      String why = "not permitted: " + Access.ORACLE.grant(sql, user);
      TOLD.values().forEach(counter -> notTold.putIfAbsent(counter, why));
      connections.note("counters: " + why);
    }
  }

  private static Map<DatabaseCounter, Long> statistics(ResultSet row) throws SQLException {
    Map<DatabaseCounter, Long> values = new EnumMap<>(DatabaseCounter.class);
    for (Map.Entry<String, DatabaseCounter> told : TOLD.entrySet()) {
      values.put(told.getValue(), row.getLong(told.getKey()));
    }
    return values;
  }

  @Override
  public synchronized CounterNotes counterNotes() {
    return new CounterNotes(notTold, Set.of(SESSIONS, COMMITS, ROLLBACKS));
  }

  /** The counters of Oracle are not late; only the tier's sessions have to be gone. */
  @Override
  public DatabaseCounters settled(Duration limit) {
    return connections.settled(this, this::tierGone, limit);
  }

  private synchronized boolean tierGone() {
    boolean gone = activity().map(a -> a.connections() == 0).orElse(false);
    return gone || !seesSessions;
  }

  @Override
  public synchronized Optional<Activity> activity() {
    String sql = text("activity");
    if (!seesSessions) {
      return Optional.empty();
    }
    try {
      return Optional.of(connections.activity(sql));
    } catch (SQLException e) {
      seesSessions = !Access.ORACLE.refused(e);
      String grant = seesSessions ? "" : ": " + Access.ORACLE.grant(sql, user);
      connections.note("activity: " + OneLine.of(e) + grant);
      return Optional.empty();
    }
  }

  @Override
  public ServerRecord record(Path file) {
    return ServerCsv.start(file, metrics);
  }

  @Override
  public synchronized void tidy() {
    connections.attempt(text("tidy"));
  }

  @Override
  public synchronized Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    try {
      settings.put("version", OneLine.of(connection.version()));
      settings.putAll(connection.all(text("settings"), OracleWatch::settings));
    } catch (SQLException e) {
      connections.note("settings: " + OneLine.of(e));
    }
    return settings;
  }

  private static Map<String, String> settings(ResultSet rows) throws SQLException {
    Map<String, String> settings = new LinkedHashMap<>();
    while (rows.next()) {
      settings.put(rows.getString(1), rows.getString(2));
    }
    return settings;
  }

  @Override
  public synchronized OptionalLong users() {
    return connections.number(text("users"));
  }

  /** Queries are no transactions here. */
  @Override
  public long transactions() {
    return 0;
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
