package cloakroom.stress.monitor;

import cloakroom.platform.Daemons;
import cloakroom.platform.Names;
import cloakroom.platform.OneLine;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.TimeSeries;
import cloakroom.stress.monitor.DatabaseMonitor.ServerRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Metrics of the database server, read each second. A separate connection is used, because a slow
 * response would delay other queries of the monitor.
 */
public final class ServerMetrics {
  /** Statement timeout in seconds; equals the query interval. */
  public static final int TIMEOUT_SECONDS = 1;

  private static final String OWN_STATEMENTS = "ownStatements";

  private final MonitorDialect access;
  private final String user;
  private final MonitorConnection connection;
  private final List<MetricGroup> groups;
  private final Consumer<String> notes;
  private final LongSupplier otherTransactions;

  record ServerQuery(String name, String sql, List<String> columns) {
    /**
     * Query column with the number of rows that are hidden from the database user. If a row is
     * hidden, the metrics are incomplete and the query counts as not permitted.
     */
    static final String HIDDEN = "hidden";

    private static final Pattern NAME = Pattern.compile("(?i)\\bas\\s+(\\w+)\\s*(?=,|\\bfrom\\b)");

    static List<ServerQuery> all(MonitorDialect access, int version) {
      return access.metrics(version).stream().map(file -> of(file, access.text(file))).toList();
    }

    private static ServerQuery of(String file, String sql) {
      return new ServerQuery(file.replaceAll("-\\d+$", ""), sql, columns(sql));
    }

    static List<String> columns(String sql) {
      return NAME.matcher(sql)
          .results()
          .map(column -> Names.camelCase(column.group(1)))
          .filter(column -> !column.equals(HIDDEN))
          .toList();
    }
  }

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
    this.groups = queries.stream().map(MetricGroup::new).toList();
    this.otherTransactions = otherTransactions;
    this.notes = notes;
  }

  private List<String> columns() {
    List<String> columns =
        new ArrayList<>(
            List.of(ServerWork.OWN_TRANSACTIONS, OWN_STATEMENTS, ServerWork.OWN_MICROS));
    groups.forEach(group -> columns.addAll(group.state.figures()));
    return columns;
  }

  /** Queries all permitted metrics. Waits first if a query of an earlier trial is still running. */
  synchronized Map<String, Long> read() throws SQLException {
    Map<String, Long> metrics = new LinkedHashMap<>();
    for (MetricGroup group : groups) {
      if (group.state.available()) {
        metrics.putAll(group.query());
      }
    }
    metrics.put(ServerWork.OWN_TRANSACTIONS, transactions() + otherTransactions.getAsLong());
    metrics.put(OWN_STATEMENTS, connection.statements());
    metrics.put(ServerWork.OWN_MICROS, connection.micros());
    return metrics;
  }

  long transactions() {
    return access.countsQueries() ? connection.statements() : 0;
  }

  ServerCsv record(Path file, long lateMs) {
    return new ServerCsv(file, lateMs);
  }

  private final class MetricGroup {
    private static final int MAX_FAILURES = 3;

    private final ServerQuery query;
    private volatile ServerWork.Group state;
    private int failures;

    MetricGroup(ServerQuery query) {
      this.query = query;
      this.state = state(ServerWork.Group.SAMPLED, "", "");
    }

    private ServerWork.Group state(String state, String reason, String grant) {
      return new ServerWork.Group(query.name(), state, reason, grant, query.columns());
    }

    Map<String, Long> query() throws SQLException {
      try {
        Map<String, Long> values = new LinkedHashMap<>();
        connection.first(query.sql()).forEach((name, n) -> values.put(name, Long.valueOf(n)));
        Long hidden = values.remove(ServerQuery.HIDDEN);
        failures = 0;
        if (hidden == null || hidden == 0) {
          return values;
        }
        deny(hidden + " sessions of others are hidden");
      } catch (SQLException e) {
        if (e instanceof SQLTimeoutException
            || "57014".equals(e.getSQLState()) // query cancelled
            || connection.lost()) {
          throw e;
        }
        String reason = OneLine.of(String.valueOf(e.getMessage()));
        if (access.denied(e)) {
          deny(reason);
        } else if (++failures == MAX_FAILURES) {
          state = state("failed", reason, "");
          notes.accept(query.name() + ": " + reason);
        }
      }
      return Map.of();
    }

    private void deny(String reason) {
      String grant = access.grant(query.sql(), user);
      state = state("not permitted", reason, grant);
      notes.accept(
          grant.isEmpty()
              ? query.name() + ": " + reason
              : "%s: %s (%s): %s".formatted(query.name(), state.state(), reason, grant));
    }
  }

  /**
   * Recorder of {@code server.csv}, which contains one row of server metrics per second. A separate
   * thread runs the queries, so that {@code tick} returns at once. A row is missing if its response
   * was late or the previous query was still running.
   */
  final class ServerCsv implements ServerRecord {
    private static final long GRACE_SECONDS = 3;

    private final CsvAppender file;
    private final List<String> columns = columns();
    private final long lateNanos;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicLong gaps = new AtomicLong();
    private volatile String failure = "";

    final ExecutorService thread =
        Executors.newSingleThreadExecutor(Daemons.named("server metrics"));

    private ServerCsv(Path file, long lateMs) {
      this.file = new CsvAppender(file, TimeSeries.AT + "," + String.join(",", columns));
      this.lateNanos = TimeUnit.MILLISECONDS.toNanos(lateMs);
    }

    @Override
    public void tick(long epochMs) {
      long begun = System.nanoTime();
      try {
        if (busy.compareAndSet(false, true)) {
          thread.execute(() -> sample(epochMs, begun));
          return;
        }
      } catch (RejectedExecutionException e) {
        // The recorder is closed. The missing row is counted below.
      }
      gaps.incrementAndGet();
    }

    private void sample(long epochMs, long begun) {
      try {
        Map<String, Long> values = read();
        if (System.nanoTime() - begun > lateNanos) {
          gaps.incrementAndGet();
        } else {
          file.row(row(epochMs, values));
          rows.incrementAndGet();
        }
      } catch (SQLException | IOException | RuntimeException e) {
        failure = OneLine.withoutSecrets(OneLine.of(e));
        gaps.incrementAndGet();
      } finally {
        busy.set(false);
      }
    }

    private String row(long epochMs, Map<String, Long> values) {
      return columns.stream()
          .map(column -> values.containsKey(column) ? values.get(column).toString() : "")
          .collect(Collectors.joining(",", epochMs + ",", ""));
    }

    @Override
    public ServerWork state() {
      List<ServerWork.Group> states = groups.stream().map(group -> group.state).toList();
      return new ServerWork(access.label(), states, rows.get(), gaps.get(), failure);
    }

    @Override
    public void close() {
      Daemons.end(thread, GRACE_SECONDS);
      file.close();
    }
  }
}
