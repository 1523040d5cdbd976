package cloakroom.bench.study.s4;

import java.sql.SQLException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * S4: what does it cost to borrow a pooled connection for every query instead of keeping one?
 *
 * <p>The sizes are JMH's iterations, as in the published loop: the warm-up iteration runs 2 queries
 * and is dropped, the measured ones run 4, 8, 16 and so on. Read the iterations, not their mean. A
 * pass over some thousands of queries comes before: a JVM needs longer to get warm than two
 * queries.
 *
 * <p>Notice that both curves are straight lines on logarithmic axes, that their distance is the
 * number of round trips that a use takes, and that it does not depend on the size.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow</pre>
 *
 * <p>With the reset that SQL Server's pool makes, or all 17 sizes:
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow -p reset=NONE,FULL -i 16
 * </pre>
 */
public class S4ReuseAgainstBorrow extends BorrowState {
  /** The size that is dropped; the next is twice as large, and so on. */
  public static final int FIRST = 2;

  /** Measured sizes in the default form: 4 to 8,192. */
  public static final int SIZES = 12;

  /** Measured sizes of the published loop: 4 to 131,072. */
  public static final int ALL_SIZES = 16;

  private static final int WARM_UP = 4_000;

  /** How long one borrower keeps a connection. */
  public enum Reuse {
    /** one connection for all queries */
    HELD,
    /** a borrow and a return around every query */
    BORROWED
  }

  @Param({"HELD", "BORROWED"})
  public Reuse reuse;

  private int queries;

  @Override
  void warmUp() throws SQLException {
    queries = WARM_UP;
    run();
    queries = FIRST / 2;
  }

  @Setup(Level.Iteration)
  public void next() {
    queries *= 2;
  }

  /** The published loop for one size. */
  @Benchmark
  @Warmup(iterations = 1)
  @Measurement(iterations = SIZES)
  public void protocol(Blackhole hole, Counts counts) throws SQLException {
    startCounting();
    hole.consume(run());
    stopCounting(counts);
  }

  private int run() throws SQLException {
    int rows = 0;
    for (int query = 0; query < queries; query++) {
      rows += reuse == Reuse.HELD ? scalar(held) : useOnce();
    }
    if (rows != queries) {
      throw new IllegalStateException(queries + " queries brought " + rows + " rows");
    }
    return rows;
  }
}
