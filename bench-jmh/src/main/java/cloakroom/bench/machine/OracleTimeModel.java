package cloakroom.bench.machine;

import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Oracle's own account of where its time went, from {@code V$SYS_TIME_MODEL}: the metric that shows
 * a database that is busy with connects is "connection management call elapsed time" as a share of
 * "DB time". Untested: it needs an Oracle.
 *
 * @param dbMillis time that sessions spent in calls, in milliseconds since the start
 * @param connectMillis the part of it in which they connected and disconnected
 * @param cpuMillis processor time of sessions and of the background
 */
public record OracleTimeModel(double dbMillis, double connectMillis, double cpuMillis) {
  private static final String SQL = "select stat_name, value / 1000 from v$sys_time_model";

  /**
   * Reads it in a connection of its own.
   *
   * @return nothing if the database is another one, or the user may not look
   */
  public static Optional<OracleTimeModel> read(Database database) {
    if (!database.url().startsWith("jdbc:oracle:")) {
      return Optional.empty();
    }
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SQL)) {
      Map<String, Double> millis = new HashMap<>();
      while (rows.next()) {
        millis.put(rows.getString(1), rows.getDouble(2));
      }
      return Optional.of(of(millis));
    } catch (SQLException mayNotLook) {
      return Optional.empty();
    }
  }

  static OracleTimeModel of(Map<String, Double> millis) {
    return new OracleTimeModel(
        millis.getOrDefault("DB time", Double.NaN),
        millis.getOrDefault("connection management call elapsed time", Double.NaN),
        millis.getOrDefault("DB CPU", Double.NaN)
            + millis.getOrDefault("background cpu time", 0.0));
  }

  /** Share of connecting in what came since the earlier reading, in percent. */
  public double connectPercentSince(OracleTimeModel earlier) {
    return 100 * (connectMillis - earlier.connectMillis) / (dbMillis - earlier.dbMillis);
  }
}
