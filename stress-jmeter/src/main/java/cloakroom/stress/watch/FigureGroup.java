package cloakroom.stress.watch;

import cloakroom.contract.OneLine;
import cloakroom.stress.measure.ServerWork;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One group of figures over a run: asked at each tick until the database refuses it for good. What
 * was refused once is not asked again, as nobody grants anything in mid-run.
 */
final class FigureGroup {
  /** How it stands with a group. */
  enum State {
    /** It is told. */
    SAMPLED(ServerWork.Group.SAMPLED),
    /** The user lacks a privilege. */
    NOT_PERMITTED("not permitted"),
    /** The statement fails for another reason, again and again. */
    FAILED("failed");

    private final String word;

    State(String word) {
      this.word = word;
    }
  }

  private static final int PATIENCE = 3;

  private final Access access;
  private final String user;
  private final ServerQuery query;
  private State state = State.SAMPLED;
  private String reason = "";
  private int failures;

  FigureGroup(Access access, String user, ServerQuery query) {
    this.access = access;
    this.user = user;
    this.query = query;
  }

  ServerQuery query() {
    return query;
  }

  /** Whether it is worth asking. */
  synchronized boolean open() {
    return state == State.SAMPLED;
  }

  /**
   * Asks.
   *
   * @return figures by name; none when the database refuses
   * @throws SQLException when there was no answer in time, or no connection to ask through
   */
  Map<String, Long> ask(MonitorConnection connection) throws SQLException {
    try {
      Map<String, Long> figures = connection.first(query.sql(), FigureGroup::figures);
      Long hidden = figures.remove(ServerQuery.HIDDEN);
      answered(hidden == null ? 0 : hidden);
      return open() ? figures : Map.of();
    } catch (SQLException e) {
      if (late(e) || connection.lost()) {
        throw e;
      }
      failed(e);
      return Map.of();
    }
  }

  private synchronized void answered(long hidden) {
    failures = 0;
    if (hidden > 0) {
      state = State.NOT_PERMITTED;
      reason = hidden + " sessions of others are hidden";
    }
  }

  private synchronized void failed(SQLException failure) {
    reason = OneLine.of(String.valueOf(failure.getMessage()));
    if (access.refused(failure)) {
      state = State.NOT_PERMITTED;
    } else if (++failures == PATIENCE) {
      state = State.FAILED;
    }
  }

  private static boolean late(SQLException failure) {
    return failure instanceof SQLTimeoutException || "57014".equals(failure.getSQLState());
  }

  private static Map<String, Long> figures(ResultSet row) throws SQLException {
    ResultSetMetaData names = row.getMetaData();
    Map<String, Long> figures = new LinkedHashMap<>();
    for (int i = 1; i <= names.getColumnCount(); i++) {
      long value = row.getLong(i);
      if (!row.wasNull()) {
        figures.put(ServerQuery.camelCase(names.getColumnLabel(i)), value);
      }
    }
    return figures;
  }

  /** What would make the database tell it; empty when it does. */
  synchronized String grant() {
    return state == State.NOT_PERMITTED ? access.grant(query.sql(), user) : "";
  }

  /** One line about a group that is not told; empty when it is. */
  synchronized String complaint() {
    return switch (state) {
      case SAMPLED -> "";
      case NOT_PERMITTED -> query.name() + ": not permitted (" + reason + "): " + grant();
      case FAILED -> query.name() + ": " + reason;
    };
  }

  /** How it stands, for counters.json. */
  synchronized ServerWork.Group told() {
    return new ServerWork.Group(query.name(), state.word, reason(), grant(), query.columns());
  }

  /** A group that failed once and was told later has no complaint. */
  private String reason() {
    return state == State.SAMPLED ? "" : reason;
  }
}
