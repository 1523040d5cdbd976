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
 * S1c: what does a statement cache save when one query is executed 1,000 times with the same bind?
 *
 * <p>"Off" is {@code preparedStatementCacheQueries=0}: the driver forgets a statement when it is
 * closed, and every execution is parsed and planned. "On" is a cache of one statement, as
 * published, with the driver's own {@code prepareThreshold=5}: the first five executions are parsed
 * and no other. Both take one round trip for each execution, so what the cache saves is work in the
 * server and bytes.
 *
 * <p>Notice how much depends on the query: the published one hardly needs planning; for the join of
 * six tables the cache decides nearly all of the time.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1cStatementCache</pre>
 */
@State(Scope.Benchmark)
@Fork(1)
public class S1cStatementCache extends StudyState {
  private static final int EXECUTIONS = 1_000;

  /** Statements that the driver keeps. */
  public enum Cache {
    OFF(0),
    ON(1);

    private final int statements;

    Cache(int statements) {
      this.statements = statements;
    }
  }

  /** With or without. */
  @Param({"OFF", "ON"})
  public Cache cache;

  /** What is looked up. */
  @Param({"KEYED", "JOINED"})
  public Lookup query;

  private int key = Lookup.KEYS / 2;
  private LookupSession session;

  /** Connects. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    session = LookupSession.open(database(), cache.statements);
  }

  /** Asks the server whether it kept the statement, and disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    session.requireKept(cache.statements);
    session.close();
  }

  /** The published loop: 1,000 executions with the same bind. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 5)
  @Measurement(iterations = 3)
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
  @Warmup(iterations = 1, time = 1)
  @Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  public String operation() throws SQLException {
    return lookUp();
  }

  private String lookUp() throws SQLException {
    return session.bound(query.bound(), key);
  }
}
