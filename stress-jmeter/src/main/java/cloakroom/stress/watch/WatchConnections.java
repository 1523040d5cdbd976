package cloakroom.stress.watch;

import cloakroom.contract.OneLine;
import cloakroom.stress.process.StressFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The two connections of a watch: one for what the runner asks now and then, one for what the
 * server tells each second. What both watches do with them alike is here too.
 */
final class WatchConnections implements AutoCloseable {
  /**
   * Counting the rows of a large PS_TXN may take its time, and so may tidying; what takes longer
   * costs the connection.
   */
  private static final Duration PATIENT = Duration.ofSeconds(60);

  /** Longer than a statement may take, so that only a dead connection is given up. */
  private static final Duration BRISK = Duration.ofSeconds(5);

  private final Access access;
  private final String user;
  private final Consumer<String> notes;
  private final MonitorConnection own;
  private final MonitorConnection each;

  private WatchConnections(
      Access access, String url, String user, String password, Consumer<String> notes)
      throws SQLException {
    this(
        access,
        user,
        notes,
        () -> access.connect(url, user, password, PATIENT),
        () -> access.connect(url, user, password, BRISK));
  }

  /** For tests, which have other ways to a database. */
  WatchConnections(
      Access access,
      String user,
      Consumer<String> notes,
      MonitorConnection.Opener patient,
      MonitorConnection.Opener brisk)
      throws SQLException {
    this.access = access;
    this.user = user;
    this.notes = notes;
    this.own = new MonitorConnection(patient, 0);
    this.each = opened(brisk);
  }

  private MonitorConnection opened(MonitorConnection.Opener brisk) throws SQLException {
    try {
      return new MonitorConnection(brisk, ServerMetrics.TIMEOUT_SECONDS);
    } catch (SQLException e) {
      own.close();
      throw e;
    }
  }

  /** Makes a watch out of open connections. */
  interface Maker<W> {
    W make(WatchConnections connections) throws SQLException;
  }

  /**
   * Connects, and closes what is open when the watch cannot be made.
   *
   * @throws StressFailure in one line, if the database cannot be reached or refuses the user
   */
  static <W> W open(
      Access access,
      String url,
      String user,
      String password,
      Consumer<String> notes,
      Maker<W> maker) {
    try {
      WatchConnections connections = new WatchConnections(access, url, user, password, notes);
      try {
        return maker.make(connections);
      } catch (SQLException | RuntimeException e) {
        connections.close();
        throw e;
      }
    } catch (SQLException e) {
      throw refused("cannot watch " + url + " as " + user + ": " + OneLine.of(e.getMessage()));
    }
  }

  static StressFailure refused(String line) {
    return new StressFailure(StressFailure.WRONG_USE, line);
  }

  /** The connection for what is asked now and then. */
  MonitorConnection own() {
    return own;
  }

  /**
   * What the server tells each second, over the other connection.
   *
   * @param otherTransactions transactions made through the first connection
   */
  ServerMetrics metrics(List<ServerQuery> queries, LongSupplier otherTransactions) {
    return new ServerMetrics(access, each, queries, user, otherTransactions, notes);
  }

  /** Tells what could not be done but does not matter much. */
  void note(String line) {
    notes.accept(line);
  }

  /** The watch's counters once they have settled, or as they are at the limit, with a note. */
  DatabaseCounters settled(DatabaseWatch watch, BooleanSupplier tierGone, Duration limit) {
    String late = "the database's counters had not settled after " + limit.toSeconds() + " s";
    return new Settling(watch, tierGone, () -> note(late)).await(limit);
  }

  /** What a query gives that counts the tier's connections: all, active, idle in transaction. */
  DatabaseWatch.Activity activity(String sql) throws SQLException {
    return own.first(
        sql, row -> new DatabaseWatch.Activity(row.getInt(1), row.getInt(2), row.getInt(3)));
  }

  /** Executes, or notes why not. */
  void attempt(String sql) {
    try {
      own.execute(sql);
    } catch (SQLException e) {
      note("skipped \"" + OneLine.of(sql) + "\" between trials: " + OneLine.of(e.getMessage()));
    }
  }

  /** The number that a query gives; empty, with a note, when it fails or gives null. */
  OptionalLong number(String sql) {
    try {
      return own.first(
          sql,
          row -> {
            long number = row.getLong(1);
            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
          });
    } catch (SQLException e) {
      note(OneLine.of(sql) + ": " + OneLine.of(e));
      return OptionalLong.empty();
    }
  }

  /** Sessions begun through both so far. */
  long sessions() {
    return own.sessions() + each.sessions();
  }

  @Override
  public void close() {
    for (MonitorConnection connection : List.of(own, each)) {
      try {
        connection.close();
      } catch (SQLException e) {
        note("the monitor's connection: " + OneLine.of(e));
      }
    }
  }
}
