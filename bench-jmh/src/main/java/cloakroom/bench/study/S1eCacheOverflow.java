package cloakroom.bench.study;

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
 * S1e: what happens to a cache of N statements when the application has N + 1?
 *
 * <p>N and N + 1 distinct statements are executed round robin, 1,000 executions in all. Notice that
 * one statement too many does not cost one miss in N: each statement is the oldest just when its
 * turn comes, so nothing is ever found again and the cache might as well be off (compare S1c). The
 * long form shows the cliff from both sides.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1eCacheOverflow</pre>
 */
@State(Scope.Benchmark)
@Fork(1)
public class S1eCacheOverflow extends StudyState {
  private static final int EXECUTIONS = 1_000;
  private static final int CACHE = 20;

  /** Distinct statements; the cache keeps 20. */
  @Param({"20", "21"})
  public int statements;

  /** What is looked up. */
  @Param({"KEYED", "JOINED"})
  public Lookup query;

  private int key = Lookup.KEYS / 2;
  private String[] texts;
  private int next;
  private LookupSession session;

  /** Connects. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    texts = new String[statements];
    for (int i = 0; i < statements; i++) {
      texts[i] = query.variant(i);
    }
    session = LookupSession.open(database(), CACHE);
  }

  /** Asks the server whether it kept all or none, and disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    session.requireKept(statements <= CACHE ? statements : 0);
    session.close();
  }

  /** 1,000 executions, round robin. */
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

  /** One execution in the steady state, of the statement whose turn it is. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  @Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  @Measurement(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  public String operation() throws SQLException {
    return lookUp();
  }

  private String lookUp() throws SQLException {
    next = next + 1 < statements ? next + 1 : 0;
    return session.bound(texts[next], key);
  }
}
