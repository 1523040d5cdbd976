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
 * Study S1d: cost of a burst of requests after an idle phase, in which the pool closed all
 * connections above its minimum size. Then 32 users start together on a pool of at most 32
 * connections. Idle timeout and idle check period are one second, to shorten the study.
 *
 * <p>UCP opens the missing connections in the requesting threads. HikariCP opens the connections
 * one after another in a background thread, while all users wait.
 */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class S1dDrainedPool extends StudyState {
  public static final StudySets SETS =
      StudySets.of("subject=POOLS minimum=1,32").full("subject=POOLS minimum=1,2,4,8,16,32");

  private static final int USERS = 32;
  private static final int REQUESTS = 10;
  private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration MAX_IDLE_PHASE = Duration.ofSeconds(20);

  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class DrainCounts {
    public double p99Millis; // of the requests
    public double worstMillis;
    public double sessionsBegun; // by the server, during the burst

    @TearDown(Level.Iteration)
    public void countSessions(S1dDrainedPool study) throws SQLException {
      sessionsBegun = study.sessions.begun();
    }
  }

  @Param({"HIKARI", "UCP"})
  public Subject subject;

  @Param({"1", "32"})
  public int minimum;

  private ServerSessions sessions;
  private Burst burst;

  /** Fills the pool, then waits until idle connections above the minimum are closed. */
  @Setup(Level.Iteration)
  public void drain() throws SQLException, InterruptedException {
    SubjectSettings settings =
        SubjectSettings.full(USERS).withMinimum(minimum).withIdleTimeout(IDLE_TIMEOUT);
    sessions = new ServerSessions(BenchDatabase.fromEnvironment());
    burst = new Burst(subject.open(database(), settings), USERS, REQUESTS);
    burst.serve();
    burst.pool().fill(USERS);
    sessions.awaitDrained(minimum, MAX_IDLE_PHASE);
    sessions.reset();
  }

  @TearDown(Level.Iteration)
  public void close() throws SQLException {
    burst.close();
    sessions.close();
  }

  @Benchmark
  public int protocol(StudyCounts counts, DrainCounts metrics) throws SQLException {
    startCounting();
    long[] nanos = burst.serve();
    stopCounting(counts);
    metrics.p99Millis = nanos[nanos.length * 99 / 100] / 1e6;
    metrics.worstMillis = nanos[nanos.length - 1] / 1e6;
    return nanos.length;
  }

  /**
   * Counter of open database sessions that this database user began after the last {@link #reset}.
   */
  static final class ServerSessions implements AutoCloseable {
    private static final String BEGUN =
        "select count(*) from pg_stat_activity"
            + " where usename = current_user and backend_type = 'client backend'"
            + " and backend_start > '%s'::timestamptz";

    private final Connection connection;
    private String since;

    ServerSessions(Database database) throws SQLException {
      connection = database.connect();
      reset();
    }

    void reset() throws SQLException {
      since = Connections.query(connection, "select clock_timestamp()::text");
    }

    int begun() throws SQLException {
      return Integer.parseInt(Connections.query(connection, BEGUN.formatted(since)));
    }

    /** Waits for the pool's next idle check, then until {@code left} database sessions remain. */
    void awaitDrained(int left, Duration maximum) throws SQLException, InterruptedException {
      long from = System.nanoTime();
      Thread.sleep(IDLE_TIMEOUT.plus(SubjectSettings.IDLE_CHECK_PERIOD).toMillis());
      for (int begun = begun(); begun != left; begun = begun()) {
        if (System.nanoTime() - from > maximum.toNanos()) {
          throw new IllegalStateException(
              "%d sessions instead of %d after %d s of the idle phase"
                  .formatted(begun, left, maximum.toSeconds()));
        }
        Thread.sleep(20);
      }
    }

    @Override
    public void close() throws SQLException {
      connection.close();
    }
  }

  /**
   * Users that request connections from one pool at the same time. Each request executes a sleep in
   * the database, which uses no CPU. Closing the burst closes the pool.
   */
  record Burst(Connections pool, ThreadPoolExecutor users, int requests) implements AutoCloseable {
    Burst(Connections pool, int users, int requests) {
      this(pool, (ThreadPoolExecutor) Executors.newFixedThreadPool(users), requests);
      this.users.prestartAllCoreThreads();
    }

    /** Runs all requests of the burst and returns their sorted times in nanoseconds. */
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
        throw new IllegalStateException("interrupted during a burst", e);
      }
      return served.stream().flatMapToLong(Arrays::stream).sorted().toArray();
    }

    private long[] ofUser() throws SQLException {
      long[] nanos = new long[requests];
      for (int i = 0; i < requests; i++) {
        long from = System.nanoTime();
        try (Connection connection = pool.borrow()) {
          Connections.query(connection, "select 1 from pg_sleep(0.01)");
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
