package cloakroom.stress.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
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

  private final Product product;
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
      Product product,
      MonitorConnection connection,
      List<ServerQuery> queries,
      String user,
      LongSupplier otherTransactions,
      Consumer<String> notes) {
    this.product = product;
    this.connection = connection;
    this.groups = queries.stream().map(query -> new FigureGroup(product, user, query)).toList();
    this.otherTransactions = otherTransactions;
    this.notes = notes;
  }

  /** Begins the record of one trial. */
  ServerRecord record(Path file) {
    return ServerCsv.start(file, this, TIMEOUT_SECONDS * 1_000L);
  }

  /** The names of a row's figures, in their order. */
  List<String> columns() {
    List<String> columns =
        new ArrayList<>(List.of("ownTransactions", "ownStatements", "ownMicros"));
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
    figures.put("ownTransactions", transactions() + otherTransactions.getAsLong());
    figures.put("ownStatements", connection.statements());
    figures.put("ownMicros", connection.micros());
    return figures;
  }

  /** Transactions made here so far; Oracle takes none for a query. */
  long transactions() {
    return product == Product.POSTGRESQL ? connection.statements() : 0;
  }

  /** What counters.json says about all groups. */
  ObjectNode describe(ObjectNode json) {
    json.put("product", product.label());
    var array = json.putArray("groups");
    groups.forEach(group -> array.add(group.json()));
    return json;
  }
}
