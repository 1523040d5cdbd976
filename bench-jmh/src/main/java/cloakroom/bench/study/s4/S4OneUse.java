package cloakroom.bench.study.s4;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
 * S4: where does the time of one use of a pooled connection go, and which settings put it there?
 *
 * <p>A use is a borrow, three queries and a return; the clock is read between all of them, and the
 * median of each part is a counter beside the score, in microseconds. After each use the same query
 * runs on a held connection, so that both see the machine in the same mood. The score itself is the
 * time of everything together and says nothing.
 *
 * <p>Notice in which part a setting shows: validation in {@code borrow}, a reset in {@code
 * giveBack}, and what a reset takes away (prepared statements) in {@code first}.
 *
 * <pre>
 * java -jar bench-jmh/target/benchmarks.jar S4OneUse -p validation=true,false -p reset=NONE,ROLLBACK,FULL -p statementCache=256,0
 * </pre>
 */
@State(Scope.Benchmark)
@Fork(1)
public class S4OneUse extends BorrowState {
  private static final int USES = 1_000;

  private Connection held;

  /** Medians in microseconds. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Parts {
    /** From asking the pool to having a connection to work with. */
    public double borrow;

    /** The first query after it. */
    public double first;

    /** A further one. */
    public double next;

    /** The reset, if any, and the return. */
    public double giveBack;

    /** The same query on a connection that is held. */
    public double held;
  }

  @Override
  void begin() throws SQLException {
    held = borrow();
  }

  @Override
  void end() throws SQLException {
    giveBack(held);
  }

  /** A thousand uses. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 2)
  @Measurement(iterations = 1)
  public void protocol(Blackhole hole, Parts parts, Counts counts) throws SQLException {
    Samples samples = new Samples();
    for (int use = 0; use < USES; use++) {
      hole.consume(use(samples));
      hole.consume(held(samples));
    }
    samples.fill(parts);
    startCounting();
    hole.consume(useOnce());
    stopCounting(counts);
  }

  private int use(Samples samples) throws SQLException {
    long from = System.nanoTime();
    Connection connection = borrow();
    long borrowed = System.nanoTime();
    int rows = ScalarQuery.run(connection);
    long first = System.nanoTime();
    rows += ScalarQuery.run(connection);
    long second = System.nanoTime();
    rows += ScalarQuery.run(connection);
    long third = System.nanoTime();
    giveBack(connection);
    long returned = System.nanoTime();
    samples.borrow.add(borrowed - from);
    samples.first.add(first - borrowed);
    samples.next.add(second - first);
    samples.next.add(third - second);
    samples.giveBack.add(returned - third);
    return rows;
  }

  private int held(Samples samples) throws SQLException {
    long from = System.nanoTime();
    int rows = ScalarQuery.run(held);
    samples.held.add(System.nanoTime() - from);
    return rows;
  }

  /** The times of one run, by part. */
  private static final class Samples {
    private final Times borrow = new Times(USES);
    private final Times first = new Times(USES);
    private final Times next = new Times(2 * USES);
    private final Times giveBack = new Times(USES);
    private final Times held = new Times(USES);

    void fill(Parts parts) {
      parts.borrow = borrow.median();
      parts.first = first.median();
      parts.next = next.median();
      parts.giveBack = giveBack.median();
      parts.held = held.median();
    }
  }

  /** A fixed number of times. */
  static final class Times {
    private final long[] nanos;
    private int count;

    Times(int size) {
      nanos = new long[size];
    }

    void add(long time) {
      nanos[count++] = time;
    }

    /**
     * In microseconds.
     *
     * @throws IllegalStateException if some were not taken
     */
    double median() {
      if (count != nanos.length) {
        throw new IllegalStateException(count + " of " + nanos.length + " times were taken");
      }
      Arrays.sort(nanos);
      return (nanos[(count - 1) / 2] + nanos[count / 2]) / 2_000.0;
    }
  }
}
