package cloakroom.bench.family.pool;

import cloakroom.bench.lab.Blocks;
import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.JmhRuns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs cells in rounds: in each every cell once, in a fork of its own and in another order, so that
 * what the machine does meanwhile hits all of them alike. JMH runs them, because an operation of a
 * hundred nanoseconds is too short to be timed by itself.
 */
final class PoolRounds {
  private final Map<PoolCell, List<Double>> rates = new LinkedHashMap<>();
  private final Map<PoolCell, List<Double>> bytes = new LinkedHashMap<>();

  /**
   * Runs them.
   *
   * @param log where JMH's own output goes
   * @param progress told each round before it begins, from 1
   * @param more what else JMH is told
   * @throws JmhRuns.Failure if a benchmark throws
   */
  static PoolRounds run(
      List<PoolCell> cells,
      int rounds,
      Path log,
      IntConsumer progress,
      UnaryOperator<ChainedOptionsBuilder> more) {
    PoolRounds all = new PoolRounds();
    cells.forEach(cell -> all.rates.put(cell, new ArrayList<>()));
    cells.forEach(cell -> all.bytes.put(cell, new ArrayList<>()));
    try (JmhRuns jmh = new JmhRuns(log)) {
      int turn = 0;
      for (PoolCell cell : Blocks.turns(cells, rounds)) {
        if (turn % cells.size() == 0) {
          progress.accept(turn / cells.size() + 1);
        }
        turn++;
        all.measure(cell, jmh, more);
      }
    }
    return all;
  }

  private void measure(PoolCell cell, JmhRuns jmh, UnaryOperator<ChainedOptionsBuilder> more) {
    for (RunResult result :
        jmh.run(
            cell.benchmark(),
            "request",
            cell.parameters(),
            options ->
                more.apply(options)
                    .threads(cell.threads())
                    .addProfiler(GCProfiler.class)
                    .timeout(TimeValue.minutes(2)))) {
      rates.get(cell).add(result.getPrimaryResult().getScore());
      bytes.get(cell).add(JmhRuns.allocation(result));
    }
  }

  /** Operations a microsecond, of all threads together; median of the rounds. */
  double rate(PoolCell cell) {
    return Blocks.median(rates.get(cell));
  }

  /** Nanoseconds that an operation takes its thread. */
  double nanos(PoolCell cell) {
    return 1e3 * cell.threads() / rate(cell);
  }

  /** Bytes that an operation allocates; median of the rounds. */
  double bytes(PoolCell cell) {
    return Blocks.median(bytes.get(cell));
  }

  /** How many times as many operations as the other does in the same time. */
  Interval rateOver(PoolCell cell, PoolCell other) {
    return Interval.of(rates.get(cell), rates.get(other));
  }

  /** How many times as long as the other takes, on as many threads. */
  Interval timeOver(PoolCell cell, PoolCell other) {
    return Interval.of(rates.get(other), rates.get(cell));
  }
}
