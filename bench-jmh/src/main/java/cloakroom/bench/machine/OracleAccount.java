package cloakroom.bench.machine;

import cloakroom.contract.DatabaseKind;
import cloakroom.database.Database;
import cloakroom.database.script.SqlScript;
import cloakroom.platform.OneLine;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Oracle's own statistics, read with the queries of the stress runner ({@code sql/oracle/watch}). A
 * database that is busy with connects has a high share of "connection management call elapsed time"
 * in "DB time". Never run on an Oracle so far.
 *
 * @param metrics values by the names in those files; times in microseconds
 * @param refusals statistics that are not available, each in a line with the required grant
 */
public record OracleAccount(Map<String, Double> metrics, List<String> refusals) {
  private static final Map<String, String> VIEWS =
      Map.of(
          "instance-time-model", "v_$sys_time_model",
          "statistics", "v_$con_sysstat",
          "drcp", "v_$cpool_stats");

  /** Codes for a view that may not be read: ORA-00942 and ORA-01031. */
  private static final List<Integer> NOT_PERMITTED = List.of(942, 1031);

  /**
   * Reads the statistics in a new connection, whose log-on they include. Returns no metrics for
   * another database, and a refusal if the database cannot be reached.
   */
  public static OracleAccount read(Database database) {
    if (!DatabaseKind.ORACLE.isOf(database.url())) {
      return new OracleAccount(Map.of(), List.of());
    }
    try (Connection connection = database.connect()) {
      return read(connection);
    } catch (SQLException unreachable) {
      String reason = "all of it: " + OneLine.of(String.valueOf(unreachable.getMessage()));
      return new OracleAccount(Map.of(), List.of(reason));
    }
  }

  static OracleAccount read(Connection connection) {
    Map<String, Double> metrics = new HashMap<>();
    List<String> refusals = new ArrayList<>();
    for (String file : List.of("instance-time-model", "statistics", "drcp")) {
      try {
        metrics.putAll(row(connection, statement(file)));
      } catch (SQLException e) {
        refusals.add(
            NOT_PERMITTED.contains(e.getErrorCode())
                ? file + ": not permitted (grant read on sys." + VIEWS.get(file) + ")"
                : file + ": " + OneLine.of(String.valueOf(e.getMessage())));
      }
    }
    if (refusals.stream().noneMatch(line -> line.startsWith("drcp"))
        && !metrics.containsKey("pool_requests")) {
      refusals.add(
          "drcp: V$CPOOL_STATS is empty; a pluggable database requires ENABLE_PER_PDB_DRCP");
    }
    return new OracleAccount(Map.copyOf(metrics), List.copyOf(refusals));
  }

  private static Map<String, Double> row(Connection connection, String sql) throws SQLException {
    Map<String, Double> metrics = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      ResultSetMetaData names = row.getMetaData();
      row.next();
      for (int i = 1; i <= names.getColumnCount(); i++) {
        double value = row.getDouble(i);
        if (!row.wasNull()) {
          metrics.put(names.getColumnLabel(i).toLowerCase(Locale.ROOT), value);
        }
      }
    }
    return metrics;
  }

  private static String statement(String name) {
    return SqlScript.resource("sql/oracle/watch/" + name + ".sql", DatabaseKind.ORACLE)
        .statements()
        .get(0)
        .text();
  }

  double metric(String name) {
    return metrics.getOrDefault(name, Double.NaN);
  }

  public double since(OracleAccount earlier, String name) {
    return metric(name) - earlier.metric(name);
  }

  /** Returns the log-ons since an earlier reading without that of this reading. */
  public double logonsSince(OracleAccount earlier) {
    return since(earlier, "logons") - 1;
  }

  /** Returns the processor time of sessions and of the background, in milliseconds. */
  public double cpuMillis() {
    return (metric("cpu_micros") + metrics.getOrDefault("background_cpu_micros", 0.0)) / 1_000;
  }

  /** Returns the share of connects in the time of calls since an earlier reading, in percent. */
  public double connectPercentSince(OracleAccount earlier) {
    return 100 * since(earlier, "connect_micros") / since(earlier, "db_micros");
  }
}
