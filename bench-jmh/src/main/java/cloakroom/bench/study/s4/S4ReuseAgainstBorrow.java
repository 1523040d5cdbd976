package cloakroom.bench.study.s4;

import java.sql.SQLException;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * S4: what does it cost to borrow a pooled connection for every query instead of keeping one?
 *
 * <p>The published loop: 2 queries, which are dropped, then 4, 8, 16 and so on, one size after the
 * other. The score is the time of all of them together; each size is a counter beside it, in
 * milliseconds. A pass over some thousands of queries comes before: a JVM needs longer to get warm
 * than two queries.
 *
 * <p>Notice that both curves are straight lines on logarithmic axes, that their distance is the
 * number of round trips that a use takes, and that it does not depend on the size.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow</pre>
 *
 * <p>With the two full resets, or all 17 sizes:
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow -p reset=NONE,FULL,LAZY
 * </pre>
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow -p largest=131072</pre>
 */
public class S4ReuseAgainstBorrow extends BorrowState {
  /** The last size of the published loop. */
  static final int ALL = 131_072;

  private static final int DROPPED = 2;
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

  /** The last size, a power of two up to 131,072. */
  @Param("8192")
  public int largest;

  /** The time of each size, n queries, in milliseconds; NaN for what was not run. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Sizes {
    public double n4;
    public double n8;
    public double n16;
    public double n32;
    public double n64;
    public double n128;
    public double n256;
    public double n512;
    public double n1024;
    public double n2048;
    public double n4096;
    public double n8192;
    public double n16384;
    public double n32768;
    public double n65536;
    public double n131072;
  }

  @Override
  void warmUp() throws SQLException {
    run(WARM_UP);
  }

  /** The published loop. */
  @Benchmark
  public void protocol(Blackhole hole, Sizes sizes)
      throws SQLException, ReflectiveOperationException {
    hole.consume(run(DROPPED));
    for (int queries = 2 * DROPPED; queries <= ALL; queries *= 2) {
      long from = System.nanoTime();
      boolean runs = queries <= largest && run(queries) == queries;
      double millis = runs ? (System.nanoTime() - from) / 1e6 : Double.NaN;
      Sizes.class.getField("n" + queries).setDouble(sizes, millis);
    }
  }

  private int run(int queries) throws SQLException {
    int rows = 0;
    for (int query = 0; query < queries; query++) {
      rows += reuse == Reuse.HELD ? ask(held) : useOnce();
    }
    if (rows != queries) {
      throw new IllegalStateException(queries + " queries brought " + rows + " rows");
    }
    return rows;
  }
}
