package cloakroom.bench.study.s3;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.harness.CountedDatabase;
import cloakroom.bench.harness.Experiment;
import cloakroom.bench.harness.PoolStudy;
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
 * S3d: how long does a returned connection stay before its pool closes it? The published pool had
 * an idle time-out of 10 s, its {@code ConnectionLifetime}.
 *
 * <p>Notice that a time-out is a least: a pool looks from time to time, and a connection stays
 * until the first look after it. All pools wait side by side, each behind a relay that sees its
 * connection end. JMH does not measure it: nothing is called meanwhile.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar studies --study S3d</pre>
 */
public final class S3dIdleTimeout extends Experiment {
  private static final String TIMEOUT = "idleTimeout";
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int LOOK_MILLIS = 10;
  private static final String OTHERWISE =
      "here each pool looks for idle connections each second; HikariCP and UCP look each 30 s"
          + " unless they are told, so that the published 10 s are up to 40";

  private final List<String> pools;
  private List<String> timeouts = List.of();

  /** Creates the experiment with the names of the pools. */
  public S3dIdleTimeout(StudyDefinition card, List<String> pools) {
    super(card);
    this.pools = pools;
  }

  @Override
  public int begin(RoundPlan plan) {
    timeouts = plan.full() ? List.of("10", "30") : List.of("1", "4");
    return canCount() ? plan.rounds() : 0;
  }

  @Override
  public void round(boolean backwards) throws Exception {
    Map<Map<String, String>, Returned> all = new LinkedHashMap<>();
    try {
      for (String subject : pools) {
        for (String seconds : timeouts) {
          all.put(
              Map.of(PoolStudy.SUBJECT, subject, TIMEOUT, seconds),
              new Returned(BenchDatabase.named(), Subject.named(subject), seconds));
        }
      }
      for (Returned connection : all.values()) {
        connection.begin();
      }
      // each is asked, whatever the others say
      while (all.values().stream().filter(Returned::isThere).count() > 0) {
        Thread.sleep(LOOK_MILLIS);
      }
      all.forEach((parameters, gone) -> keep(parameters, gone.stayedMillis));
    } finally {
      all.values().forEach(Returned::close);
    }
  }

  @Override
  protected List<String> reading() {
    return points().isEmpty() ? List.of() : List.of(OTHERWISE);
  }

  /** A connection that was used and given back, alone in its pool. */
  static final class Returned implements AutoCloseable {
    private final CountedDatabase way;
    private final Connections pool;
    private final Duration idle;
    private long since;
    private double stayedMillis;

    Returned(Database database, Subject subject, String seconds) throws SQLException {
      way = new CountedDatabase(database);
      idle = Duration.ofSeconds(Long.parseLong(seconds));
      pool = subject.open(way, SubjectSettings.full(1).withMinimum(0).withIdle(idle));
    }

    void begin() throws SQLException {
      pool.fill(1);
      since = System.nanoTime();
    }

    /** Whether the pool still has it; refuses a pool that keeps it for much too long. */
    boolean isThere() {
      if (stayedMillis > 0) {
        return false;
      }
      Duration stayed = Duration.ofNanos(System.nanoTime() - since);
      if (way.open() == 0) {
        stayedMillis = stayed.toNanos() / 1e6;
      } else if (stayed.compareTo(idle.plus(PATIENCE)) > 0) {
        throw new IllegalStateException(
            "a pool still has a connection %s after its return, with an idle time-out of %s"
                .formatted(stayed, idle));
      }
      return stayedMillis == 0;
    }

    double stayedMillis() {
      return stayedMillis;
    }

    @Override
    public void close() {
      pool.close();
      way.close();
    }
  }
}
