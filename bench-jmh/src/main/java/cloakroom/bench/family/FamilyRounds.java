package cloakroom.bench.family;

import cloakroom.bench.lab.Interval;
import cloakroom.bench.lab.JmhRuns;
import cloakroom.bench.lab.TimeLeft;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** What JMH measured of a family's cells, round by round, each time in a fork of its own. */
public final class FamilyRounds {
  private final Map<FamilyCell, List<RunResult>> found = new LinkedHashMap<>();
  private Collection<RunResult> all = List.of();

  /**
   * Runs cells.
   *
   * @param log where JMH's own output goes
   * @param progress takes a line now and then: what runs, and about how long is left
   * @param more what else JMH is told
   */
  public static FamilyRounds run(
      List<FamilyCell> cells,
      int rounds,
      Path log,
      Consumer<String> progress,
      UnaryOperator<ChainedOptionsBuilder> more) {
    FamilyRounds family = new FamilyRounds();
    List<FamilyCell> turns = turns(cells, rounds);
    String heading = "";
    long from = System.nanoTime();
    JmhRuns jmh = new JmhRuns(log);
    for (int turn = 0; turn < turns.size(); turn++) {
      FamilyCell cell = turns.get(turn);
      if (!heading.equals(cell.heading())) {
        heading = cell.heading();
        double each = turn == 0 ? Double.NaN : (System.nanoTime() - from) / 1e9 / turn;
        progress.accept(heading + TimeLeft.words(each * (turns.size() - turn)));
      }
      family.measure(cell, jmh, more);
    }
    family.all = jmh.all();
    return family;
  }

  /**
   * Everybody once in each round. Those of one heading follow each other, forwards and at once
   * backwards, so that a slow minute of the machine hits both sides of a ratio.
   */
  static List<FamilyCell> turns(List<FamilyCell> cells, int rounds) {
    Map<String, List<FamilyCell>> groups =
        cells.stream()
            .collect(
                Collectors.groupingBy(
                    FamilyCell::heading, LinkedHashMap::new, Collectors.toList()));
    List<FamilyCell> turns = new ArrayList<>();
    for (int round = 0; round < rounds; round += 2) {
      for (List<FamilyCell> group : groups.values()) {
        turns.addAll(group);
        if (round + 1 < rounds) {
          List<FamilyCell> backwards = new ArrayList<>(group);
          Collections.reverse(backwards);
          turns.addAll(backwards);
        }
      }
    }
    return turns;
  }

  private void measure(FamilyCell cell, JmhRuns jmh, UnaryOperator<ChainedOptionsBuilder> more) {
    Map<String, List<String>> parameters = new LinkedHashMap<>();
    cell.parameters().forEach((name, value) -> parameters.put(name, List.of(value)));
    found
        .computeIfAbsent(cell, c -> new ArrayList<>())
        .addAll(
            jmh.run(
                cell.benchmark(),
                cell.method(),
                parameters,
                options ->
                    more.apply(options).threads(cell.threads()).addProfiler(GCProfiler.class)));
  }

  /** Everything in JMH's own terms, for its result file. */
  public Collection<RunResult> jmhResults() {
    return all;
  }

  /** What was measured by methods of this name, in reading order. */
  public List<FamilyCell> cells(String method) {
    return found.keySet().stream().filter(cell -> cell.method().equals(method)).toList();
  }

  /** Nanoseconds that an operation takes its thread, the median of the rounds. */
  public double nanos(FamilyCell cell) {
    return median(cell, FamilyRounds::nanos);
  }

  /** Operations a second, of all threads together. */
  public double rate(FamilyCell cell) {
    return cell.threads() * 1e9 / nanos(cell);
  }

  /** Microseconds below which that share of the operations stays, where JMH samples them. */
  public double micros(FamilyCell cell, double percentile) {
    return median(
        cell,
        result ->
            result.getPrimaryResult().getStatistics().getPercentile(percentile)
                * unit(result)
                / 1e3);
  }

  /** Bytes that an operation allocates. */
  public double bytes(FamilyCell cell) {
    return median(cell, JmhRuns::allocation);
  }

  /** How many times as many operations as the other does in the same time. */
  public Interval rateOver(FamilyCell above, FamilyCell below) {
    return Interval.of(nanosOfRounds(below), nanosOfRounds(above))
        .times((double) above.threads() / below.threads());
  }

  private static double nanos(RunResult result) {
    double score = result.getPrimaryResult().getScore();
    BenchmarkParams params = result.getParams();
    return params.getMode() == Mode.Throughput
        ? params.getThreads() * unit(result) / score
        : unit(result) * score;
  }

  private static double unit(RunResult result) {
    return result.getParams().getTimeUnit().toNanos(1);
  }

  /** Nanoseconds that an operation takes its thread, round by round. */
  public List<Double> nanosOfRounds(FamilyCell cell) {
    return found.get(cell).stream().map(FamilyRounds::nanos).toList();
  }

  private double median(FamilyCell cell, ToDoubleFunction<RunResult> figure) {
    return new Median().evaluate(found.get(cell).stream().mapToDouble(figure).toArray());
  }
}
