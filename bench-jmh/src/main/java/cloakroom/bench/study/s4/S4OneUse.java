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
 * Study S4: times of a borrow, of queries and of a return of a pooled connection, with different
 * pool settings.
 *
 * <p>Each use is a borrow, three queries and a return. The metrics are the median times in
 * microseconds. The JMH score is the total time and has no meaning. After each use, the same query
 * runs on a connection that stays borrowed, for comparison under equal conditions.
 *
 * <p>Validation increases {@code borrow}, and a session reset on return increases {@code giveBack}.
 * If the reset deletes prepared statements, {@code first} (the first query) takes longer. With
 * reset LAZY, {@code first} includes the reset, as in the published experiment.
 */
@BenchmarkMode(Mode.SingleShotTime)
@Warmup(iterations = 2)
@Measurement(iterations = 1)
public class S4OneUse extends BorrowState {
  private static final int USES = 1_000;

  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Parts {
    public double borrow;
    public double first; // with the reset that precedes it
    public double next;
    public double giveBack; // with the reset, if any
    public double held; // same query on a kept connection
  }

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
    parts.borrow = medianMicros(borrow);
    parts.first = medianMicros(first);
    parts.next = medianMicros(next);
    parts.giveBack = medianMicros(giveBack);
    parts.held = medianMicros(onHeld);
    startCounting();
    hole.consume(useOnce(Query.SAME));
    stopCounting(counts);
  }

  private long query(Blackhole hole, Connection connection) throws SQLException {
    long from = System.nanoTime();
    hole.consume(run(connection, Query.SAME));
    return System.nanoTime() - from;
  }

  private static double medianMicros(double[] nanos) {
    return new Median().evaluate(nanos) / 1_000;
  }
}
