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
 * Performance statistics of an Oracle server, read with the queries in {@code sql/oracle/watch}.
 * This code was never run against a real Oracle database.
 *
 * @param metrics value by column name of these queries; times are in microseconds
 * @param refusals error messages of failed queries, with the required database grant if known
 */
public record OracleAccount(Map<String, Double> metrics, List<String> refusals) {
  private static final Map<String, String> VIEWS =
      Map.of(
          "instance-time-model", "v_$sys_time_model",
          "statistics", "v_$con_sysstat",
          "drcp", "v_$cpool_stats");

  /**
   * Reads the statistics over a new connection. Returns no metrics if the database is not Oracle.
   * If the connection fails, {@code refusals} contains the error.
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
        String path = "sql/oracle/watch/" + file + ".sql";
        SqlScript script = SqlScript.resource(path, DatabaseKind.ORACLE);
        metrics.putAll(row(connection, script.statements().get(0).text()));
      } catch (SQLException e) {
        refusals.add(
            e.getErrorCode() == 942 || e.getErrorCode() == 1031
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

  double metric(String name) {
    return metrics.getOrDefault(name, Double.NaN);
  }

  public double since(OracleAccount earlier, String name) {
    return metric(name) - earlier.metric(name);
  }

  /** Returns the number of log-ons since {@code earlier}, without the log-on of this reading. */
  public double logonsSince(OracleAccount earlier) {
    return since(earlier, "logons") - 1;
  }

  public double cpuMillis() {
    return (metric("cpu_micros") + metrics.getOrDefault("background_cpu_micros", 0.0)) / 1_000;
  }

  public double connectPercentSince(OracleAccount earlier) {
    return 100 * since(earlier, "connect_micros") / since(earlier, "db_micros");
  }
}
