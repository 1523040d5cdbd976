package cloakroom.bench.study;

import cloakroom.bench.BenchDatabase;
import cloakroom.bench.Readdressed;
import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.MeasuredRatio;
import cloakroom.bench.run.StudyResult.Point;
import cloakroom.bench.run.StudyRun;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.PoolKey;
import cloakroom.bench.subject.PoolRegistry;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * S3c: one connection string in two spellings, the same settings in another order. With the string
 * as written as the key of a process's pools there are two pools of it, and twice the connections;
 * with a normalised key there is one. Counts, no times: they are the same on every machine.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S3c --rounds 1</pre>
 */
public final class S3cPoolKeys implements Experiment {
  private static final int POOL_SIZE = 5;

  /** What one key made of the two spellings. */
  private record Found(double pools, double connections) {}

  @Override
  public StudyCard card() {
    return ConnectStudies.S3C;
  }

  @Override
  public StudyResult run(StudyRun.Plan plan, StudyRun.Listener listener) throws SQLException {
    long from = System.nanoTime();
    Database database = BenchDatabase.named();
    if (!database.url().startsWith("jdbc:postgresql:")) {
      String absent = "absent: counts sessions in pg_stat_activity, so it needs a PostgreSQL";
      return new StudyResult(card(), List.of(), List.of(), List.of(absent), 0);
    }
    listener.round(card(), 1, 1);
    Map<PoolKey, Found> found = new EnumMap<>(PoolKey.class);
    for (PoolKey key : PoolKey.values()) {
      found.put(key, count(database, key));
    }
    return new StudyResult(
        card(), points(found), ratios(found), List.of(), (System.nanoTime() - from) / 1e9);
  }

  private static Found count(Database database, PoolKey key) throws SQLException {
    String mark = "cloakroom-s3c-" + key.name() + "-" + ProcessHandle.current().pid();
    String join = database.url().contains("?") ? "&" : "?";
    String one = database.url() + join + "ApplicationName=" + mark + "&tcpKeepAlive=true";
    String other = database.url() + join + "tcpKeepAlive=true&ApplicationName=" + mark;
    try (PoolRegistry registry = new PoolRegistry(key, url -> pool(database, url));
        Connection first = registry.take(one);
        Connection second = registry.take(other)) {
      if (!first.isValid(1) || !second.isValid(1)) {
        throw new IllegalStateException("a pool gave a connection that does not work");
      }
      return new Found(registry.size(), sessions(database, mark));
    }
  }

  private static Connections pool(Database database, String url) throws SQLException {
    Database spelled = new Readdressed(database, url);
    return Subject.HIKARI.open(spelled, SubjectSettings.full(POOL_SIZE));
  }

  /** Sessions of ours as the server counts them. */
  private static double sessions(Database database, String mark) throws SQLException {
    String sql = "select count(*) from pg_stat_activity where application_name = ?";
    try (Connection connection = database.connect();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, mark);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getDouble(1);
      }
    }
  }

  private static List<Point> points(Map<PoolKey, Found> found) {
    List<Point> points = new ArrayList<>();
    found.forEach(
        (key, counts) ->
            points.add(
                new Point(
                    Map.of("key", key.name()),
                    Double.NaN,
                    List.of(),
                    Map.of("pools", counts.pools(), "connections", counts.connections()),
                    Optional.empty())));
    return points;
  }

  private static List<MeasuredRatio> ratios(Map<PoolKey, Found> found) {
    Found verbatim = found.get(PoolKey.VERBATIM);
    Found normalised = found.get(PoolKey.NORMALISED);
    return List.of(
        MeasuredRatio.counted(ConnectStudies.TWO_SPELLINGS, verbatim.pools(), normalised.pools()),
        MeasuredRatio.counted(
            ConnectStudies.TWO_SPELLINGS_CONNECTIONS,
            verbatim.connections(),
            normalised.connections()));
  }
}
