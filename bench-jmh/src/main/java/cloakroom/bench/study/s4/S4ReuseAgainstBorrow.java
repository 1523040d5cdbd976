package cloakroom.bench.study.s4;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Study S4: cost of borrowing a pooled connection for every query instead of keeping one.
 *
 * <p>As in the published experiment, loops run 2, 4, 8, 16 and more queries. The time of the first
 * loop is ignored. The access modes alternate every {@value #TURN} queries, so that all run under
 * equal conditions. The JMH score is the total time and has no meaning. The JMH profiler {@link
 * SizeTimes} reports the time of each mode and loop size.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow
 *     -prof 'cloakroom.bench.study.s4.S4ReuseAgainstBorrow$SizeTimes'</pre>
 *
 * <p>{@code -p reset=NONE,FULL,LAZY} adds session resets. {@code -p largest=131072} adds longer
 * loops.
 */
@Warmup(iterations = 0)
@Measurement(iterations = 1, time = 2)
public class S4ReuseAgainstBorrow extends BorrowState {
  static final int FIRST = 4;
  static final int ALL = 131_072;
  static final int COMPARED = 4_096; // for the modes without a curve, next to the published 5,000
  private static final int DROPPED = 2;
  private static final int WARM_UP = 1_000;
  private static final int TURN = 256;

  enum AccessMode {
    BORROWED(true, Query.SAME),
    /** Keeps one connection for all queries until the next access mode runs. */
    HELD(false, Query.SAME),
    CHANGING(true, Query.CHANGING),
    HELD_CHANGING(false, Query.CHANGING),
    WITHOUT_QUERY(true, Query.NONE);

    final boolean borrows;
    final Query query;

    AccessMode(boolean borrows, Query query) {
      this.borrows = borrows;
      this.query = query;
    }

    String metric(int queries) {
      return this + "." + queries;
    }
  }

  @Param("4")
  public int smallest;

  @Param("8192")
  public int largest; // a power of two up to 131,072

  private List<AccessMode> modes = List.of();

  /**
   * Total milliseconds in the current iteration, by access mode and number of queries. An example
   * of a key is HELD.4096.
   */
  private static final Map<String, Double> SUMS = new TreeMap<>();

  private static int loops;

  /** JMH profiler that reports mean milliseconds by access mode and number of queries. */
  public static class SizeTimes implements InternalProfiler {
    @Override
    public String getDescription() {
      return "Time of each access mode and size";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
      SUMS.clear();
      loops = 0;
    }

    @Override
    public Collection<ScalarResult> afterIteration(
        BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
      return SUMS.entrySet().stream()
          .map(
              sum ->
                  new ScalarResult(
                      sum.getKey(), sum.getValue() / loops, "ms", AggregationPolicy.AVG))
          .toList();
    }
  }

  @Override
  void warmUp() throws SQLException {
    modes =
        reset == Reset.NONE
            ? List.of(AccessMode.values())
            : List.of(AccessMode.BORROWED, AccessMode.HELD);
    for (AccessMode mode : modes) {
      run(mode, WARM_UP);
    }
  }

  @Benchmark
  public void protocol() throws SQLException {
    loops++;
    run(AccessMode.BORROWED, DROPPED);
    for (int queries = smallest; queries <= largest; queries *= 2) {
      for (int done = 0; done < queries; done += TURN) {
        for (AccessMode mode : modes) {
          if (queries == COMPARED || mode == AccessMode.BORROWED || mode == AccessMode.HELD) {
            long from = System.nanoTime();
            run(mode, Math.min(TURN, queries));
            SUMS.merge(mode.metric(queries), (System.nanoTime() - from) / 1e6, Double::sum);
          }
        }
      }
    }
  }

  private void run(AccessMode mode, int queries) throws SQLException {
    int rows = 0;
    try (Connection kept = mode.borrows ? null : connections.borrow()) {
      for (int query = 0; query < queries; query++) {
        rows += mode.borrows ? useOnce(mode.query) : run(kept, mode.query);
      }
    }
    if (rows != queries) {
      throw new IllegalStateException(queries + " queries returned " + rows + " rows");
    }
  }
}
