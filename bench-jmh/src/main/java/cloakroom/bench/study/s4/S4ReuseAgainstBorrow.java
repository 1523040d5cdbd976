package cloakroom.bench.study.s4;

import java.lang.reflect.Field;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * S4: what does it cost to borrow a pooled connection for every query instead of keeping one?
 *
 * <p>The published loop: 2 queries, which are dropped, then 4, 8, 16 and so on, one size after the
 * other. At each size the ways to ask take turns, {@value #TURN} queries at a time and on one
 * connection, so that all of them see the machine and that connection's server process in the same
 * mood; what is held is held for a turn. The score is the time of everything together and says
 * nothing; each way and size is a counter beside it, in milliseconds, the mean of all loops. Some
 * queries come before: a JVM needs longer to get warm than two.
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
@Warmup(iterations = 0)
@Measurement(iterations = 1, time = 2)
public class S4ReuseAgainstBorrow extends BorrowState {
  /** The first and the last size of the published loop. */
  static final int FIRST = 4;

  static final int ALL = 131_072;

  private static final int DROPPED = 2;
  private static final int WARM_UP = 1_000;
  private static final int TURN = 256;

  /** How queries come by a connection, and what they ask. */
  enum Way {
    /** a borrow and a return around every query */
    BORROWED("borrowed", true, Query.SAME),
    /** one connection for all queries of a turn, the same that others borrow */
    HELD("held", false, Query.SAME),
    /** a borrow and a return around a text that was never asked before */
    CHANGING("changing", true, Query.CHANGING),
    /** such texts on one connection */
    HELD_CHANGING("heldChanging", false, Query.CHANGING),
    /** a borrow and a return around nothing */
    WITHOUT_QUERY("withoutQuery", true, Query.NONE);

    /** Begin of the names of its counters. */
    final String counter;

    final boolean borrows;
    final Query query;

    Way(String counter, boolean borrows, Query query) {
      this.counter = counter;
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

  /** The time of each way at each size, in milliseconds; NaN for what was not run. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Sizes {
    public double borrowed4;
    public double borrowed8;
    public double borrowed16;
    public double borrowed32;
    public double borrowed64;
    public double borrowed128;
    public double borrowed256;
    public double borrowed512;
    public double borrowed1024;
    public double borrowed2048;
    public double borrowed4096;
    public double borrowed8192;
    public double borrowed16384;
    public double borrowed32768;
    public double borrowed65536;
    public double borrowed131072;
    public double held4;
    public double held8;
    public double held16;
    public double held32;
    public double held64;
    public double held128;
    public double held256;
    public double held512;
    public double held1024;
    public double held2048;
    public double held4096;
    public double held8192;
    public double held16384;
    public double held32768;
    public double held65536;
    public double held131072;
    public double changing4096;
    public double heldChanging4096;
    public double withoutQuery4096;

    private int loops;

    private void begin() throws ReflectiveOperationException {
      loops++;
      if (loops == 1) {
        for (Field size : Sizes.class.getFields()) {
          size.setDouble(this, Double.NaN);
        }
      }
    }

    /** The mean of a way and size. */
    private void add(String name, double millis) throws ReflectiveOperationException {
      Field size = Sizes.class.getField(name);
      double before = loops == 1 ? 0 : size.getDouble(this);
      size.setDouble(this, before + (millis - before) / loops);
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
  public void protocol(Sizes sizes) throws SQLException, ReflectiveOperationException {
    sizes.begin();
    run(Way.BORROWED, DROPPED);
    for (int queries = smallest; queries <= largest; queries *= 2) {
      for (Map.Entry<Way, Double> timed : timed(queries).entrySet()) {
        sizes.add(timed.getKey().counter + queries, timed.getValue());
      }
    }
  }

  private Map<Way, Double> timed(int queries) throws SQLException {
    List<Way> asked = new ArrayList<>(ways);
    asked.removeIf(way -> !isCounted(way.counter + queries));
    Map<Way, Double> millis = new EnumMap<>(Way.class);
    for (int done = 0; done < queries; done += TURN) {
      for (Way way : asked) {
        long from = System.nanoTime();
        run(way, Math.min(TURN, queries));
        millis.merge(way, (System.nanoTime() - from) / 1e6, Double::sum);
      }
    }
    return millis;
  }

  private static boolean isCounted(String name) {
    return Stream.of(Sizes.class.getFields()).anyMatch(size -> size.getName().equals(name));
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
