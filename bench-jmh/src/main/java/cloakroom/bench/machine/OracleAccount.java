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
import java.util.Optional;

/**
 * Oracle's own account of its work, with the questions that the stress runner asks too ({@code
 * sql/oracle/watch}): the metric that shows a database that is busy with connects is "connection
 * management call elapsed time" as a share of "DB time". Never run on an Oracle so far.
 *
 * @param figures what it tells, by the names in those files; times in microseconds
 * @param refusals what it does not tell, each in a line with what it would take
 */
public record OracleAccount(Map<String, Double> figures, List<String> refusals) {
  private static final Map<String, String> VIEWS =
      Map.of(
          "instance-time-model", "v_$sys_time_model",
          "statistics", "v_$con_sysstat",
          "drcp", "v_$cpool_stats");

  /** A view that may not be read (ORA-00942), or is told apart (ORA-01031). */
  private static final List<Integer> NOT_PERMITTED = List.of(942, 1031);

  /**
   * Reads it in a connection of its own, whose log-on is among the figures; nothing of another
   * database. Of one out of reach it says why, without figures.
   */
  public static Optional<OracleAccount> read(Database database) {
    if (!DatabaseKind.ORACLE.isOf(database.url())) {
      return Optional.empty();
    }
    try (Connection connection = database.connect()) {
      return Optional.of(read(connection));
    } catch (SQLException unreachable) {
      return Optional.of(
          new OracleAccount(
              Map.of(),
              List.of("all of it: " + OneLine.of(String.valueOf(unreachable.getMessage())))));
    }
  }

  static OracleAccount read(Connection connection) {
    Map<String, Double> figures = new HashMap<>();
    List<String> refusals = new ArrayList<>();
    for (String file : List.of("instance-time-model", "statistics", "drcp")) {
      try {
        figures.putAll(row(connection, statement(file)));
      } catch (SQLException e) {
        refusals.add(refusal(file, e));
      }
    }
    if (refusals.stream().noneMatch(line -> line.startsWith("drcp"))
        && !figures.containsKey("pool_requests")) {
      refusals.add(
          "drcp: V$CPOOL_STATS has no rows here: in a pluggable database it takes"
              + " ENABLE_PER_PDB_DRCP");
    }
    return new OracleAccount(Map.copyOf(figures), List.copyOf(refusals));
  }

  private static String refusal(String file, SQLException failure) {
    return NOT_PERMITTED.contains(failure.getErrorCode())
        ? file + ": not permitted (grant read on sys." + VIEWS.get(file) + ")"
        : file + ": " + OneLine.of(String.valueOf(failure.getMessage()));
  }

  private static Map<String, Double> row(Connection connection, String sql) throws SQLException {
    Map<String, Double> figures = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      ResultSetMetaData names = row.getMetaData();
      row.next();
      for (int i = 1; i <= names.getColumnCount(); i++) {
        double value = row.getDouble(i);
        if (!row.wasNull()) {
          figures.put(names.getColumnLabel(i).toLowerCase(Locale.ROOT), value);
        }
      }
    }
    return figures;
  }

  private static String statement(String name) {
    return SqlScript.resource("sql/oracle/watch/" + name + ".sql", DatabaseKind.ORACLE)
        .statements()
        .get(0)
        .text();
  }

  /** A figure as it stands; NaN if it is not told. */
  double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  /** By how much a figure grew since an earlier reading; NaN if it is not told. */
  public double since(OracleAccount earlier, String name) {
    return figure(name) - earlier.figure(name);
  }

  /** Log-ons since an earlier reading, but for that of this reading itself. */
  public double logonsSince(OracleAccount earlier) {
    return since(earlier, "logons") - 1;
  }

  /** Processor time of sessions and of the background, milliseconds since the start. */
  public double cpuMillis() {
    return (figure("cpu_micros") + figures.getOrDefault("background_cpu_micros", 0.0)) / 1_000;
  }

  /** Share of connecting in the time of calls since an earlier reading, in percent. */
  public double connectPercentSince(OracleAccount earlier) {
    return 100 * since(earlier, "connect_micros") / since(earlier, "db_micros");
  }
}
