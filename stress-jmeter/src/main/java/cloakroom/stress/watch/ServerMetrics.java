package cloakroom.stress.watch;

import cloakroom.stress.measure.ServerWork;
import java.sql.SQLException;
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
final class ServerMetrics {
  /** After that many seconds a statement is given up: by then the next tick is due. */
  static final int TIMEOUT_SECONDS = 1;

  private static final String OWN_STATEMENTS = "ownStatements";

  private final Access access;
  private final MonitorConnection connection;
  private final List<FigureGroup> groups;
  private final Consumer<String> notes;
  private final LongSupplier otherTransactions;

  /**
   * Metrics over an open connection.
   *
   * @param user whom a grant would have to name
   * @param otherTransactions transactions that the watcher makes through other connections
   */
  ServerMetrics(
      Access access,
      MonitorConnection connection,
      List<ServerQuery> queries,
      String user,
      LongSupplier otherTransactions,
      Consumer<String> notes) {
    this.access = access;
    this.connection = connection;
    this.groups = queries.stream().map(query -> new FigureGroup(access, user, query)).toList();
    this.otherTransactions = otherTransactions;
    this.notes = notes;
  }

  /** The names of a row's figures, in their order. */
  List<String> columns() {
    List<String> columns =
        new ArrayList<>(
            List.of(ServerWork.OWN_TRANSACTIONS, OWN_STATEMENTS, ServerWork.OWN_MICROS));
    groups.forEach(group -> columns.addAll(group.query().columns()));
    return columns;
  }

  /**
   * Asks for all figures that are not refused. The thread of a trial that is over may still wait
   * for its last answer, so that the next trial's has to wait for it.
   *
   * @throws SQLException when an answer did not come in time, or the connection is lost
   */
  synchronized Map<String, Long> read() throws SQLException {
    Map<String, Long> figures = new LinkedHashMap<>();
    for (FigureGroup group : groups) {
      if (group.open()) {
        figures.putAll(group.ask(connection));
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

  /** Transactions made here so far. */
  long transactions() {
    return access.countsQueries() ? connection.statements() : 0;
  }

  /** The name of the database. */
  String product() {
    return access.label();
  }

  /** How it stands with all groups. */
  List<ServerWork.Group> groups() {
    return groups.stream().map(FigureGroup::told).toList();
  }
}
