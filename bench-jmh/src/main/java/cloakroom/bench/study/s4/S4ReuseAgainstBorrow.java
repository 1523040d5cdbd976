package cloakroom.bench.study.s4;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
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
 * S4: what does it cost to borrow a pooled connection for every query instead of keeping one?
 *
 * <p>The published loop: 2 queries, which are dropped, then 4, 8, 16 and so on, one size after the
 * other. At each size the ways to ask take turns, {@value #TURN} queries at a time and on one
 * connection, so that all of them see the machine and that connection's server process in the same
 * mood; what is held is held for a turn. The score is the time of everything together and says
 * nothing; {@link Figures} is a JMH profiler that reports each way and size. Some queries come
 * before: a JVM needs longer to get warm than two.
 *
 * <p>Notice that both curves are straight lines on logarithmic axes, that their distance is the
 * number of round trips that a use takes, and that it does not depend on the size.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow
 *     -prof 'cloakroom.bench.study.s4.S4ReuseAgainstBorrow$Figures'</pre>
 *
 * <p>With the two full resets, or all 17 sizes:
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow -p reset=NONE,FULL,LAZY
 * </pre>
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow -p largest=131072</pre>
 */
@Warmup(iterations = 0)
@Measurement(iterations = 1, time = 2)
public class S4ReuseAgainstBorrow extends BorrowState {
  /** The first and the last size of the published loop. */
  static final int FIRST = 4;

  static final int ALL = 131_072;

  /** The only size of the ways that are no curve; the published 5,000 lie next to it. */
  static final int COMPARED = 4_096;

  private static final int DROPPED = 2;
  private static final int WARM_UP = 1_000;
  private static final int TURN = 256;

  /** How queries come by a connection, and what they ask. */
  enum Way {
    /** a borrow and a return around every query */
    BORROWED(true, Query.SAME),
    /** one connection for all queries of a turn, the same that others borrow */
    HELD(false, Query.SAME),
    /** a borrow and a return around a text that was never asked before */
    CHANGING(true, Query.CHANGING),
    /** such texts on one connection */
    HELD_CHANGING(false, Query.CHANGING),
    /** a borrow and a return around nothing */
    WITHOUT_QUERY(true, Query.NONE);

    final boolean borrows;
    final Query query;

    Way(boolean borrows, Query query) {
      this.borrows = borrows;
      this.query = query;
    }
  }

  /** The first size, a power of two. */
  @Param("4")
  public int smallest;

  /** The last size, a power of two up to 131,072. */
  @Param("8192")
  public int largest;

  private List<Way> ways = List.of();

  /** Sums of the present iteration, in milliseconds, by names such as {@code HELD.4096}. */
  private static final Map<String, Double> SUMS = new TreeMap<>();

  private static int loops;

  /** Returns the name of a figure. */
  static String name(Way way, int queries) {
    return way + "." + queries;
  }

  /** JMH profiler that reports the mean time of each way and size, in milliseconds. */
  public static class Figures implements InternalProfiler {
    @Override
    public String getDescription() {
      return "Time of each way and size";
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
    ways = reset == Reset.NONE ? List.of(Way.values()) : List.of(Way.BORROWED, Way.HELD);
    for (Way way : ways) {
      run(way, WARM_UP);
    }
  }

  /** The published loop. */
  @Benchmark
  public void protocol() throws SQLException {
    loops++;
    run(Way.BORROWED, DROPPED);
    for (int queries = smallest; queries <= largest; queries *= 2) {
      time(queries);
    }
  }

  private void time(int queries) throws SQLException {
    List<Way> turns = new ArrayList<>(ways);
    turns.removeIf(way -> queries != COMPARED && way != Way.BORROWED && way != Way.HELD);
    for (int done = 0; done < queries; done += TURN) {
      for (Way way : turns) {
        long from = System.nanoTime();
        run(way, Math.min(TURN, queries));
        SUMS.merge(name(way, queries), (System.nanoTime() - from) / 1e6, Double::sum);
      }
    }
  }

  private void run(Way way, int queries) throws SQLException {
    int rows = 0;
    try (Connection kept = way.borrows ? null : take()) {
      for (int query = 0; query < queries; query++) {
        rows += way.borrows ? useOnce(way.query) : ask(kept, way.query);
      }
    }
    if (rows != queries) {
      throw new IllegalStateException(queries + " queries brought " + rows + " rows");
    }
  }
}
