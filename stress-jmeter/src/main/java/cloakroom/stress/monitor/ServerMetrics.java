package cloakroom.stress.monitor;

import cloakroom.platform.OneLine;
import cloakroom.stress.folder.ServerWork;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * What the database server tells of itself, second by second, for a whole run: the groups of
 * figures and the connection that asks for them. The connection is nobody else's, so that a slow
 * answer delays nothing but the next question.
 */
public final class ServerMetrics {
  /** After that many seconds a statement is given up: by then the next tick is due. */
  public static final int TIMEOUT_SECONDS = 1;

  private static final String OWN_STATEMENTS = "ownStatements";

  private final MonitorDialect access;
  private final String user;
  private final MonitorConnection connection;
  private final List<FigureGroup> groups;
  private final Consumer<String> notes;
  private final LongSupplier otherTransactions;

  /** Over an open connection; the watcher makes {@code otherTransactions} through others. */
  ServerMetrics(
      MonitorDialect access,
      MonitorConnection connection,
      List<ServerQuery> queries,
      String user,
      LongSupplier otherTransactions,
      Consumer<String> notes) {
    this.access = access;
    this.user = user;
    this.connection = connection;
    this.groups = queries.stream().map(FigureGroup::new).toList();
    this.otherTransactions = otherTransactions;
    this.notes = notes;
  }

  /** The names of a row's figures, in their order. */
  List<String> columns() {
    List<String> columns =
        new ArrayList<>(
            List.of(ServerWork.OWN_TRANSACTIONS, OWN_STATEMENTS, ServerWork.OWN_MICROS));
    groups.forEach(group -> columns.addAll(group.told().figures()));
    return columns;
  }

  /**
   * Asks for all figures that are not refused. The thread of a trial that is over may still wait
   * for its last answer, so that the next trial's has to wait for it.
   */
  synchronized Map<String, Long> read() throws SQLException {
    Map<String, Long> figures = new LinkedHashMap<>();
    for (FigureGroup group : groups) {
      if (group.open()) {
        figures.putAll(group.ask());
        if (!group.open()) {
          notes.accept(group.complaint());
        }
      }
    }
    figures.put(ServerWork.OWN_TRANSACTIONS, transactions() + otherTransactions.getAsLong());
    figures.put(OWN_STATEMENTS, connection.statements());
    figures.put(ServerWork.OWN_MICROS, connection.micros());
    return figures;
  }

  long transactions() {
    return access.countsQueries() ? connection.statements() : 0;
  }

  String product() {
    return access.label();
  }

  List<ServerWork.Group> groups() {
    return groups.stream().map(FigureGroup::told).toList();
  }

  /**
   * One group of figures over a run: asked at each tick until the database refuses it for good.
   * What was refused once is not asked again, as nobody grants anything in mid-run.
   */
  private final class FigureGroup {
    private static final int PATIENCE = 3;

    private final ServerQuery query;
    private volatile ServerWork.Group told;
    private int failures;

    FigureGroup(ServerQuery query) {
      this.query = query;
      this.told = state(ServerWork.Group.SAMPLED, "", "");
    }

    private ServerWork.Group state(String state, String reason, String grant) {
      return new ServerWork.Group(query.name(), state, reason, grant, query.columns());
    }

    /** How it stands, for counters.json: what would make the database tell it is its grant. */
    ServerWork.Group told() {
      return told;
    }

    boolean open() {
      return told.state().equals(ServerWork.Group.SAMPLED);
    }

    /** The figures by name; none when the database refuses. Fails without an answer in time. */
    Map<String, Long> ask() throws SQLException {
      try {
        Map<String, Long> figures = new LinkedHashMap<>();
        connection.first(query.sql()).forEach((name, n) -> figures.put(name, Long.valueOf(n)));
        Long hidden = figures.remove(ServerQuery.HIDDEN);
        failures = 0;
        if (hidden != null && hidden > 0) {
          notPermitted(hidden + " sessions of others are hidden");
        }
        return open() ? figures : Map.of();
      } catch (SQLException e) {
        if (late(e) || connection.lost()) {
          throw e;
        }
        String reason = OneLine.of(String.valueOf(e.getMessage()));
        if (access.refused(e)) {
          notPermitted(reason);
        } else if (++failures == PATIENCE) {
          told = state("failed", reason, "");
        }
        return Map.of();
      }
    }

    private void notPermitted(String reason) {
      told = state("not permitted", reason, access.grant(query.sql(), user));
    }

    private static boolean late(SQLException failure) {
      return failure instanceof SQLTimeoutException || "57014".equals(failure.getSQLState());
    }

    /** One line about a group that is not told any more. */
    String complaint() {
      return told.grant().isEmpty()
          ? told.name() + ": " + told.reason()
          : "%s: %s (%s): %s".formatted(told.name(), told.state(), told.reason(), told.grant());
    }
  }
}
