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
 * S1f: what does it cost to write the key into the text instead of binding it?
 *
 * <p>1,000 executions with 1,000 different keys. With a bind that is one statement, which the
 * driver keeps (its default cache of 256); with literals it is 1,000 statements, none of which
 * comes again before the cache has dropped it. Notice that the price is that of having no cache at
 * all (compare S1c), and that the useless statements have pushed out everything else.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1fLiterals</pre>
 */
@State(Scope.Benchmark)
@Fork(1)
public class S1fLiterals extends StudyState {
  private static final int EXECUTIONS = 1_000;

  /** How the key gets into the query. */
  public enum Key {
    BIND,
    LITERAL
  }

  /** Bound or written. */
  @Param({"BIND", "LITERAL"})
  public Key key;

  /** What is looked up. */
  @Param({"KEYED", "JOINED"})
  public Lookup query;

  private String[] literals;
  private int next;
  private LookupSession session;

  /** Connects. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    literals = new String[Lookup.KEYS];
    for (int i = 0; i < literals.length; i++) {
      literals[i] = query.literal(i + 1);
    }
    session = LookupSession.open(database(), SubjectSettings.DRIVER_CACHE);
  }

  /** Asks the server whether it kept the one statement or none, and disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    session.requireKept(key == Key.BIND ? 1 : 0);
    session.close();
  }

  /** 1,000 executions with as many keys. */
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
    next = next + 1 < literals.length ? next + 1 : 0;
    return key == Key.BIND
        ? session.bound(query.bound(), next + 1)
        : session.literal(literals[next]);
  }
}
