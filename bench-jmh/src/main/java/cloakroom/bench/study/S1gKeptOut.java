package cloakroom.bench.study;

import cloakroom.bench.subject.SubjectSettings;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * S1g: what does a statement pay that is kept out of the cache on purpose?
 *
 * <p>The loop of S1c with the cache on, and a statement that asks not to be kept ({@code
 * PGStatement.setPrepareThreshold(0)}). Notice that it pays what a statement pays without a cache:
 * this is for statements that come once. Notice also what the wish does not cover: the server keeps
 * nothing, but the statement still takes a place in the driver's own cache, and {@code
 * setPoolable(false)}, JDBC's way to ask, changes nothing in pgjdbc.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1gKeptOut</pre>
 */
@State(Scope.Benchmark)
@Fork(1)
public class S1gKeptOut extends StudyState {
  private static final int EXECUTIONS = 1_000;

  /** What the statement asks for. */
  public enum Wish {
    CACHED,
    KEPT_OUT
  }

  /** Cached or not. */
  @Param({"CACHED", "KEPT_OUT"})
  public Wish statement;

  /** What is looked up. */
  @Param({"KEYED", "JOINED"})
  public Lookup query;

  private int key = Lookup.KEYS / 2;
  private LookupSession session;

  /** Connects. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    session = LookupSession.open(database(), SubjectSettings.DRIVER_CACHE);
  }

  /** Asks the server whether it kept the statement, and disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    session.requireKept(statement == Wish.CACHED ? 1 : 0);
    session.close();
  }

  /** 1,000 executions with the same bind. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 3)
  @Measurement(iterations = 2)
  public void protocol(Blackhole hole, Counts counts) throws SQLException {
    startCounting();
    for (int i = 0; i < EXECUTIONS; i++) {
      hole.consume(lookUp());
    }
    stopCounting(counts);
  }

  /** One execution in the steady state. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  @Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  @Measurement(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  public String operation() throws SQLException {
    return lookUp();
  }

  private String lookUp() throws SQLException {
    return statement == Wish.CACHED
        ? session.bound(query.bound(), key)
        : session.boundAndNotKept(query.bound(), key);
  }
}
