package cloakroom.bench.study.s3;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.harness.CountedDatabase;
import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.LoopStudy.PoolStudy;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.Database;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Study S3d: time until a pool closes a connection that the application returned. This time is
 * longer than the idle timeout, because pools check for idle connections only periodically. Each
 * pool connects through a relay that records when the connection ends.
 */
public final class S3dIdleTimeout extends Experiment {
  private static final Duration MAX_EXCESS = Duration.ofSeconds(20);

  private final List<Subject> pools;
  private List<String> timeouts = List.of();

  public S3dIdleTimeout(StudyDefinition definition, List<Subject> pools) {
    super(definition);
    this.pools = pools;
  }

  @Override
  public int begin(RoundPlan plan) {
    timeouts = plan.full() ? List.of("10", "30") : List.of("1", "4");
    return canRelay("connections") ? plan.rounds() : 0;
  }

  @Override
  public void round(boolean backwards) throws Exception {
    Map<Map<String, String>, Returned> all = new LinkedHashMap<>();
    try {
      Database database = BenchDatabase.fromEnvironment();
      for (Subject subject : pools) {
        for (String seconds : timeouts) {
          all.put(
              Map.of(PoolStudy.SUBJECT, subject.name(), "idleTimeout", seconds),
              new Returned(database, subject, seconds));
        }
      }
      for (Returned connection : all.values()) {
        connection.begin();
      }
      // Not anyMatch: isThere() must run for every pool, as it records the end of a connection.
      while (all.values().stream().filter(Returned::isThere).count() > 0) {
        Thread.sleep(10);
      }
      all.forEach((parameters, ended) -> addTime(parameters, ended.stayedMillis));
    } finally {
      all.values().forEach(Returned::close);
    }
  }

  static final class Returned implements AutoCloseable {
    private final CountedDatabase counted;
    private final Connections pool;
    private final Duration timeout;
    private long since;
    private double stayedMillis;

    Returned(Database database, Subject subject, String seconds) throws SQLException {
      counted = new CountedDatabase(database);
      timeout = Duration.ofSeconds(Long.parseLong(seconds));
      pool = subject.open(counted, SubjectSettings.full(1).withMinimum(0).withIdleTimeout(timeout));
    }

    void begin() throws SQLException {
      pool.fill(1);
      since = System.nanoTime();
    }

    boolean isThere() {
      if (stayedMillis > 0) {
        return false;
      }
      Duration stayed = Duration.ofNanos(System.nanoTime() - since);
      if (counted.open() == 0) {
        stayedMillis = stayed.toNanos() / 1e6;
      } else if (stayed.compareTo(timeout.plus(MAX_EXCESS)) > 0) {
        throw new IllegalStateException(
            "a pool still has a connection %s after its return, with an idle timeout of %s"
                .formatted(stayed, timeout));
      }
      return stayedMillis == 0;
    }

    @Override
    public void close() {
      pool.close();
      counted.close();
    }
  }
}
