package cloakroom.bench.study.s4;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Study S4: cost of borrowing a pooled connection for every query instead of keeping one.
 *
 * <p>A loop runs {@code n} queries. The access modes take turns of {@value #TURN} queries on one
 * connection in alternating order, so that all run under equal conditions. The borrow of a held
 * connection is not part of its time. The JMH score is the total time and has no meaning; {@link
 * LoopTimes} has the time of each mode.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar S4ReuseAgainstBorrow -p n=32,5000
 *     -p reset=NONE,FULL,LAZY</pre>
 */
@Warmup(iterations = 0)
@Measurement(iterations = 1, time = 600, timeUnit = TimeUnit.MILLISECONDS)
public class S4ReuseAgainstBorrow extends BorrowState {
  static final int COMPARED = 5_000; // with all modes
  private static final int WARM_UP = 1_000;
  private static final int TURN = 256;

  /**
   * Executions, outside all times, after which the query is prepared and has a generic plan again.
   * Changing texts evict it from the driver's cache, and the next mode would pay for that.
   */
  private static final int PREPARING = 16;

  enum AccessMode {
    BORROWED(true, Query.SAME),
    HELD(false, Query.SAME),
    CHANGING(true, Query.CHANGING),
    HELD_CHANGING(false, Query.CHANGING),
    CHANGING_BIND(true, Query.CHANGING_BIND),
    HELD_CHANGING_BIND(false, Query.CHANGING_BIND),
    WITHOUT_QUERY(true, Query.NONE);

    final boolean borrows;
    final Query query;

    AccessMode(boolean borrows, Query query) {
      this.borrows = borrows;
      this.query = query;
    }
  }

  /** Milliseconds of one loop in each access mode; NaN for a mode that does not run. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class LoopTimes {
    public double borrowed;
    public double held;
    public double changing;
    public double heldChanging;
    public double changingBind;
    public double heldChangingBind;
    public double withoutQuery;
    private final Map<AccessMode, Long> nanos = new EnumMap<>(AccessMode.class);
    private int loops;

    @TearDown(Level.Iteration)
    public void divide() {
      borrowed = millis(AccessMode.BORROWED);
      held = millis(AccessMode.HELD);
      changing = millis(AccessMode.CHANGING);
      heldChanging = millis(AccessMode.HELD_CHANGING);
      changingBind = millis(AccessMode.CHANGING_BIND);
      heldChangingBind = millis(AccessMode.HELD_CHANGING_BIND);
      withoutQuery = millis(AccessMode.WITHOUT_QUERY);
    }

    private double millis(AccessMode mode) {
      return nanos.containsKey(mode) ? nanos.get(mode) / 1e6 / loops : Double.NaN;
    }
  }

  @Param({"4", "32", "5000"})
  public int n;

  private List<AccessMode> modes = List.of();
  private List<AccessMode> backwards = List.of();
  private int turns;

  @Override
  void warmUp() throws SQLException {
    modes = comparedModes();
    List<AccessMode> reversed = new ArrayList<>(modes);
    Collections.reverse(reversed);
    backwards = reversed;
    for (AccessMode mode : modes) {
      run(mode, held, WARM_UP);
    }
  }

  private List<AccessMode> comparedModes() {
    if (n == COMPARED && reset == Reset.NONE) {
      return List.of(AccessMode.values());
    }
    return n == COMPARED && reset == Reset.LAZY
        ? List.of(AccessMode.BORROWED, AccessMode.HELD, AccessMode.WITHOUT_QUERY)
        : List.of(AccessMode.BORROWED, AccessMode.HELD);
  }

  @Benchmark
  public void protocol(LoopTimes times) throws SQLException {
    for (int done = 0; done < n; done += TURN) {
      for (AccessMode mode : turns++ % 2 == 0 ? modes : backwards) {
        try (Connection kept = mode.borrows ? null : connections.borrow()) {
          long from = System.nanoTime();
          run(mode, kept, Math.min(TURN, n - done));
          times.nanos.merge(mode, System.nanoTime() - from, Long::sum);
        }
        if (mode.query == Query.CHANGING) {
          run(AccessMode.BORROWED, null, PREPARING);
        }
      }
    }
    times.loops++;
  }

  private void run(AccessMode mode, Connection kept, int queries) throws SQLException {
    int rows = 0;
    for (int query = 0; query < queries; query++) {
      rows += mode.borrows ? useOnce(mode.query) : run(kept, mode.query);
    }
    if (rows != queries) {
      throw new IllegalStateException(queries + " queries returned " + rows + " rows");
    }
  }
}
