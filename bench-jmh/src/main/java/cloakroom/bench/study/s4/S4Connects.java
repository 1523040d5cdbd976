package cloakroom.bench.study.s4;

import cloakroom.bench.lab.PoolStudy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * S4: what do 500 connects cost with a pool and without, each followed by one query?
 *
 * <p>Notice that the query hides most of what tells the pools apart.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4Connects</pre>
 */
@State(Scope.Benchmark)
@Fork(1)
public class S4Connects extends PoolStudy {
  private static final int CONNECTS = 500;

  /** The published loop. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 1)
  @Measurement(iterations = 1)
  public void protocol(Blackhole hole, Counts counts) throws SQLException {
    startCounting();
    int rows = 0;
    for (int i = 0; i < CONNECTS; i++) {
      try (Connection connection = connections().take()) {
        rows += ScalarQuery.run(connection);
      }
    }
    hole.consume(rows);
    stopCounting(counts);
  }
}
