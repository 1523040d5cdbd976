package cloakroom.bench.study.s1;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
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
public class S1bFetchSize extends FetchStudy {
  /** Reads go on before the clock runs until this is over; small sizes need one read. */
  private static final long WARM_UP = TimeUnit.MILLISECONDS.toNanos(500);

  @Override
  void prepare() throws SQLException {
    if (link == Link.DIRECT) {
      long from = System.nanoTime();
      do {
        read.all();
        read.endTransaction();
      } while (System.nanoTime() - from < WARM_UP);
    }
  }

  /** The published loop: all rows, once. */
  @Benchmark
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public int protocol(Counts counts) throws SQLException {
    startCounting();
    int rows = read.all();
    stopCounting(counts);
    return rows;
  }
}
