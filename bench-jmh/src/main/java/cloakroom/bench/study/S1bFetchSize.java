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

/**
 * S1b: how long do 100,000 rows take when 1, 10, 100, 1,000 or 10,000 of them come with each round
 * trip?
 *
 * <p>Notice the knee of the curve, the smallest size that saves 95 % of what the best one saves:
 * the first steps save a round trip for every row, the last ones save almost nothing. One row at a
 * time is dearer here in proportion than it was published, because since then a row has become
 * cheaper by more than a round trip has. There is no steady state apart from the protocol: the
 * reads before the clock runs make it one.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S1bFetchSize</pre>
 */
@State(Scope.Benchmark)
@Fork(1)
public class S1bFetchSize extends StudyState {
  /** Reads go on before the clock runs until this is over; small sizes need one read. */
  private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(500);

  /** Rows for each round trip. */
  @Param({"1", "10", "100", "1000", "10000"})
  public int fetchSize;

  private TableRead read;

  /** Connects, proves that the size has an effect, and reads until the code is warm. */
  @Setup(Level.Trial)
  public void open() throws SQLException {
    read = TableRead.open(database(), fetchSize);
    read.requireFetchSize();
    if (link == Link.DIRECT) {
      warmUp();
    }
  }

  private void warmUp() throws SQLException {
    long from = System.nanoTime();
    do {
      read.all();
      read.endTransaction();
    } while (System.nanoTime() - from < WARM_UP);
  }

  /** Ends the transaction of a read. */
  @TearDown(Level.Iteration)
  public void endTransaction() throws SQLException {
    read.endTransaction();
  }

  /** Disconnects. */
  @TearDown(Level.Trial)
  public void close() throws SQLException {
    read.close();
  }

  /** The published loop: all rows, once. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public int protocol(Counts counts) throws SQLException {
    startCounting();
    int rows = read.all();
    stopCounting(counts);
    return rows;
  }
}
