package cloakroom.bench.study.s1;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.bench.harness.StudySets;
import cloakroom.bench.harness.StudyState;
import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import cloakroom.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadPoolExecutor;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
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
 * another, and each request holds its connection while the database works for 10 ms. Before the
 * clock runs there was such a burst and then all connections were in use; then comes a lull, in
 * which the pool's idle time-out closes what is beyond its minimum. The time-out is one second and
 * the pool looks each second, which scales the usual minutes down; the lull lasts until the server
 * has no more sessions than that minimum. There is no steady state to measure, because a burst is
 * none.
 *
 * <p>Notice who opens the missing connections: UCP does in the threads that ask, HikariCP in one
 * thread of its own, one after another, while all users wait. {@code sessionsBegun} counts them,
 * {@code p99Millis} and {@code worstMillis} are the users' requests.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1dDrainedPool</pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class S1dDrainedPool extends StudyState {
  public static final StudySets SETS =
      StudySets.of("subject=HIKARI,UCP minimum=1,32")
          .full("subject=HIKARI,UCP minimum=1,2,4,8,16,32");

  private static final int USERS = 32;
  private static final int REQUESTS = 10;
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** What the users of one burst saw. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class DrainCounts {
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

  @Param({"HIKARI", "UCP"})
  public Subject subject;

  /** Connections that the lull left; 32 are all. */
  @Param({"1", "32"})
  public int minimum;

  private ServerSessions sessions;
  private Burst burst;

  /** A busy hour and the lull after it, which is proved past any link. */
  @Setup(Level.Iteration)
  public void lull() throws SQLException, InterruptedException {
    SubjectSettings told = SubjectSettings.full(USERS).withMinimum(minimum).withIdle(IDLE);
    sessions = new ServerSessions(BenchDatabase.named());
    burst = new Burst(subject.open(database(), told), USERS, REQUESTS);
    burst.serve();
    burst.pool().fill(USERS);
    sessions.awaitLull(minimum, PATIENCE);
    sessions.forget();
  }

  @TearDown(Level.Iteration)
  public void close() throws SQLException {
    burst.close();
    sessions.close();
  }

  /** The burst, until every request has been served. */
  @Benchmark
  public int protocol(StudyCounts counts, DrainCounts seen) throws SQLException {
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
            + " and backend_start > '%s'::timestamptz";

    private static final int LOOK_MILLIS = 20;

    private final Connection connection;
    private String since;

    /** Connects, and counts from now on. */
    ServerSessions(Database database) throws SQLException {
      connection = database.connect();
      forget();
    }

    void forget() throws SQLException {
      since = Connections.ask(connection, NOW);
    }

    /** Sessions that began since and have not ended. */
    int begun() throws SQLException {
      return Integer.parseInt(Connections.ask(connection, BEGUN.formatted(since)));
    }

    /** Waits as long as the time-out and the next look take, then until so many are left. */
    void awaitLull(int left, Duration patience) throws SQLException, InterruptedException {
      long from = System.nanoTime();
      Thread.sleep(IDLE.plus(SubjectSettings.LOOKS_EACH).toMillis());
      for (int begun = begun(); begun != left; begun = begun()) {
        if (System.nanoTime() - from > patience.toNanos()) {
          throw new IllegalStateException(
              "the lull was to leave %d sessions, after %d s there are %d"
                  .formatted(left, patience.toSeconds(), begun));
        }
        Thread.sleep(LOOK_MILLIS);
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /**
   * Users who come to a pool all at once; their threads are there when it is made, and it closes
   * the pool. Each makes its requests one after another: borrow, let the database work for 10 ms,
   * return.
   */
  record Burst(Connections pool, ThreadPoolExecutor users, int requests) implements AutoCloseable {
    /** Waits in the database, so that holding a connection takes none of the processors. */
    private static final String WORK = "select 1 from pg_sleep(0.01)";

    Burst(Connections pool, int users, int requests) {
      this(pool, (ThreadPoolExecutor) Executors.newFixedThreadPool(users), requests);
      this.users.prestartAllCoreThreads();
    }

    /**
     * The burst, until every request has been served; how many nanoseconds each took, the shortest
     * first.
     */
    long[] serve() throws SQLException {
      List<long[]> served = new ArrayList<>();
      try {
        for (Future<long[]> user :
            users.invokeAll(
                Collections.<Callable<long[]>>nCopies(users.getCorePoolSize(), this::ofUser))) {
          served.add(user.get());
        }
      } catch (ExecutionException e) {
        throw new SQLException("a request of the burst failed: " + e.getCause().getMessage(), e);
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted in the middle of a burst", e);
      }
      return served.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }

    private long[] ofUser() throws SQLException {
      long[] nanos = new long[requests];
      for (int i = 0; i < requests; i++) {
        long from = System.nanoTime();
        try (Connection connection = pool.take()) {
          Connections.ask(connection, WORK);
        }
        nanos[i] = System.nanoTime() - from;
      }
      return nanos;
    }

    @Override
    public void close() {
      users.shutdownNow();
      pool.close();
    }
  }
}
