package cloakroom.bench.study.s1;

import cloakroom.bench.lab.BenchDatabase;
import cloakroom.bench.lab.Study;
import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Chart;
import cloakroom.bench.lab.StudyCard.Ratio;
import cloakroom.bench.lab.StudyCard.Scale;
import cloakroom.bench.lab.StudyState;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * S1d: what does a pool pay when a burst comes after a lull that drained it to its minimum?
 *
 * <p>32 users come at once to a pool of at most 32 connections; each makes 10 requests one after
 * another, and each request holds its connection while the database works for 10 ms. The lull
 * itself is not waited for, since idle time-outs are minutes long: the burst meets a new pool that
 * holds exactly its minimum, which is what a lull leaves; the server is asked whether that is so.
 * There is no steady state to measure, because a burst is none.
 *
 * <p>Notice who opens the missing connections: UCP does in the threads that ask, HikariCP in one
 * thread of its own, one after another, while all users wait. {@code sessionsBegun} counts them,
 * {@code p99Millis} and {@code worstMillis} are the users' requests.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1dDrainedPool</pre>
 */
public class S1dDrainedPool extends StudyState {
  private static final int USERS = 32;
  private static final int REQUESTS = 10;

  /** What the users of one burst saw. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Seen {
    /** 99 of 100 requests took no longer, in milliseconds. */
    public double p99Millis;

    /** The slowest request, in milliseconds. */
    public double worstMillis;

    /** Sessions that the server began during the burst. */
    public double sessionsBegun;

    /** Asks when the clock no longer runs. */
    @TearDown(Level.Iteration)
    public void countSessions(S1dDrainedPool study) throws SQLException {
      sessionsBegun = study.sessions.begun();
    }
  }

  /** The study. */
  public static Study study() {
    return Study.of(
        StudyCard.of(
                "S1d",
                "Drained pool",
                45,
                "What does a pool pay when a burst comes after a lull that drained it to its"
                    + " minimum?")
            .run("subject", "HIKARI", "UCP")
            .runInFull("minimum", "1", "2", "4", "8", "16", "32")
            .drawn(
                new Chart(
                    "minimum", "connections that the lull left", Scale.LOGARITHMIC, Scale.LINEAR))
            .compares(List.of(drained(Subject.HIKARI), drained(Subject.UCP))),
        S1dDrainedPool.class);
  }

  private static Ratio drained(Subject pool) {
    return Ratio.above(
        pool.product() + ": minimum 1 / 32",
        Map.of("subject", pool.name(), "minimum", "1"),
        Map.of("subject", pool.name(), "minimum", "32"),
        Double.NaN);
  }

  /** The pool. */
  @Param({"HIKARI", "UCP"})
  public Subject subject;

  /** Connections that the lull left; 32 are all. */
  @Param({"1", "32"})
  public int minimum;

  private ServerSessions sessions;
  private Burst burst;

  /** Opens a pool that holds its minimum, and proves it past any link. */
  @Setup(Level.Iteration)
  public void drain() throws SQLException {
    sessions = ServerSessions.open(BenchDatabase.named());
    burst =
        new Burst(
            subject.open(database(), SubjectSettings.full(USERS).withMinimum(minimum)),
            USERS,
            REQUESTS);
    sessions.requireBegun(minimum);
    sessions.forget();
  }

  /** Closes the pool. */
  @TearDown(Level.Iteration)
  public void close() throws SQLException {
    burst.close();
    sessions.close();
  }

  /** The burst, until every request has been served. */
  @Benchmark
  @Warmup(iterations = 1)
  @Measurement(iterations = 1)
  public int protocol(Counts counts, Seen seen) throws SQLException {
    startCounting();
    long[] nanos = burst.serve();
    stopCounting(counts);
    seen.p99Millis = nanos[nanos.length * 99 / 100] / 1e6;
    seen.worstMillis = nanos[nanos.length - 1] / 1e6;
    return nanos.length;
  }

  /**
   * Counts the sessions of our user that the server began, in the server's own words: what a pool
   * says of itself is not asked. Sessions that have ended are not counted.
   */
  static final class ServerSessions implements AutoCloseable {
    private static final String NOW = "select clock_timestamp()::text";
    private static final String BEGUN =
        "select count(*) from pg_stat_activity"
            + " where usename = current_user and backend_type = 'client backend'"
            + " and backend_start > ?::timestamptz";

    private final Connection connection;
    private String since;

    private ServerSessions(Connection connection) {
      this.connection = connection;
    }

    /** Connects, and counts from now on. */
    static ServerSessions open(Database database) throws SQLException {
      ServerSessions sessions = new ServerSessions(database.connect());
      sessions.forget();
      return sessions;
    }

    void forget() throws SQLException {
      since = Connections.ask(connection, NOW);
    }

    /** Sessions that began since and have not ended. */
    int begun() throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement(BEGUN)) {
        statement.setString(1, since);
        try (ResultSet count = statement.executeQuery()) {
          count.next();
          return count.getInt(1);
        }
      }
    }

    /**
     * Refuses another number.
     *
     * @throws IllegalStateException if not so many sessions began
     */
    void requireBegun(int expected) throws SQLException {
      int begun = begun();
      if (begun != expected) {
        throw new IllegalStateException(
            "the pool was to begin %d sessions, the server began %d".formatted(expected, begun));
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }
}
