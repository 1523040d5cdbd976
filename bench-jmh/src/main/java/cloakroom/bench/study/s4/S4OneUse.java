package cloakroom.bench.study.s4;

import java.sql.Connection;
import java.sql.SQLException;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
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
 * giveBack}, and what a reset takes away (prepared statements) in {@code first}. There the article
 * saw all of it; with the reset LAZY, so does this.
 *
 * <pre>
 * java -jar bench-jmh/target/benchmarks.jar S4OneUse -p validation=true,false -p reset=NONE,ROLLBACK,FULL,LAZY -p statementCache=256,0
 * </pre>
 */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 2)
@Measurement(iterations = 1)
public class S4OneUse extends BorrowState {
  private static final int USES = 1_000;

  /** Medians in microseconds. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Parts {
    /** From asking the pool to having a connection to work with. */
    public double borrow;

    /** The first query after it, with what is done before it alone. */
    public double first;

    /** A further one. */
    public double next;

    /** The reset, if any, and the return. */
    public double giveBack;

    /** The same query on a connection that is held. */
    public double held;
  }

  /** A thousand uses. */
  @Benchmark
  public void protocol(Blackhole hole, Parts parts, StudyCounts counts) throws SQLException {
    double[] borrow = new double[USES];
    double[] first = new double[USES];
    double[] next = new double[2 * USES];
    double[] giveBack = new double[USES];
    double[] onHeld = new double[USES];
    for (int use = 0; use < USES; use++) {
      long from = System.nanoTime();
      Connection connection = borrow();
      borrow[use] = System.nanoTime() - from;
      from = System.nanoTime();
      hole.consume(first(connection, Query.SAME));
      first[use] = System.nanoTime() - from;
      next[2 * use] = query(hole, connection);
      next[2 * use + 1] = query(hole, connection);
      from = System.nanoTime();
      giveBack(connection);
      giveBack[use] = System.nanoTime() - from;
      onHeld[use] = query(hole, held);
    }
    parts.borrow = median(borrow);
    parts.first = median(first);
    parts.next = median(next);
    parts.giveBack = median(giveBack);
    parts.held = median(onHeld);
    startCounting();
    hole.consume(useOnce(Query.SAME));
    stopCounting(counts);
  }

  private long query(Blackhole hole, Connection connection) throws SQLException {
    long from = System.nanoTime();
    hole.consume(ask(connection, Query.SAME));
    return System.nanoTime() - from;
  }

  private static double median(double[] nanos) {
    return new Median().evaluate(nanos) / 1_000;
  }
}
