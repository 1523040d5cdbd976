package cloakroom.bench.family;

import cloakroom.bench.family.Family.Cell;
import cloakroom.bench.family.FamilyResult.MeasuredBar;
import cloakroom.bench.family.FamilyResult.Row;
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
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;

/** Measures the cells of a family, round by round, each time in a fork of its own. */
public final class FamilyRun {
  private final Family family;
  private final JmhRuns jmh;
  private final Map<Cell, List<RunResult>> found = new LinkedHashMap<>();

  private FamilyRun(Family family, Path log) {
    this.family = family;
    this.jmh = new JmhRuns(log);
  }

  /**
   * Runs all cells; says on stderr what runs, and about how long is left.
   *
   * @param log where JMH's own output goes
   * @param more what else JMH is told
   */
  public static FamilyRun of(
      Family family, int rounds, Path log, UnaryOperator<ChainedOptionsBuilder> more) {
    FamilyRun run = new FamilyRun(family, log);
    List<Cell> turns = turns(family.cells(), rounds);
    String heading = "";
    long from = System.nanoTime();
    for (int turn = 0; turn < turns.size(); turn++) {
      Cell cell = turns.get(turn);
      if (!heading.equals(cell.heading())) {
        heading = cell.heading();
        double each = turn == 0 ? Double.NaN : (System.nanoTime() - from) / 1e9 / turn;
        String left = TimeLeft.words(each * (turns.size() - turn));
        System.err.println(family.name() + ": " + heading + left);
      }
      run.measure(cell, more);
    }
    return run;
  }

  /**
   * Everybody once in each round. Those of one heading follow each other, forwards and at once
   * backwards, so that a slow minute of the machine hits both sides of a ratio.
   */
  static List<Cell> turns(List<Cell> cells, int rounds) {
    Map<String, List<Cell>> groups =
        cells.stream()
            .collect(Collectors.groupingBy(Cell::heading, LinkedHashMap::new, Collectors.toList()));
    List<Cell> turns = new ArrayList<>();
    for (int round = 0; round < rounds; round += 2) {
      for (List<Cell> group : groups.values()) {
        turns.addAll(group);
        if (round + 1 < rounds) {
          List<Cell> backwards = new ArrayList<>(group);
          Collections.reverse(backwards);
          turns.addAll(backwards);
        }
      }
    }
    return turns;
  }

  private void measure(Cell cell, UnaryOperator<ChainedOptionsBuilder> more) {
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
    return jmh.all();
  }

  public FamilyResult result() {
    return new FamilyResult(
        family.name(),
        family.cells().stream().map(this::row).toList(),
        family.bars().stream()
            .map(bar -> new MeasuredBar(bar, Interval.of(nanos(bar.above()), nanos(bar.below()))))
            .toList(),
        family.remarks());
  }

  /** Medians of the rounds; the rate is that of all threads together. */
  private Row row(Cell cell) {
    double nanos = median(cell, FamilyRun::nanos);
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("ops/s", cell.threads() * 1e9 / nanos);
    figures.put("us", nanos / 1e3);
    if (found.get(cell).get(0).getParams().getMode() == Mode.SampleTime) {
      figures.put("p50 us", median(cell, round -> micros(round, 50)));
      figures.put("p99 us", median(cell, round -> micros(round, 99)));
    }
    figures.put("alloc B/op", median(cell, JmhRuns::allocation));
    return new Row(cell.heading(), cell.subject(), figures);
  }

  private double median(Cell cell, ToDoubleFunction<RunResult> figure) {
    return new Median().evaluate(found.get(cell).stream().mapToDouble(figure).toArray());
  }

  /** Nanoseconds that one operation of each of these cells takes its thread, round by round. */
  private List<Double> nanos(List<Cell> cells) {
    int rounds = found.get(cells.get(0)).size();
    return IntStream.range(0, rounds)
        .mapToObj(
            round -> cells.stream().mapToDouble(cell -> nanos(found.get(cell).get(round))).sum())
        .toList();
  }

  private static double nanos(RunResult round) {
    return round.getPrimaryResult().getScore() * unit(round);
  }

  /** Microseconds below which that share of the operations stays. */
  private static double micros(RunResult round, double percentile) {
    return round.getPrimaryResult().getStatistics().getPercentile(percentile) * unit(round) / 1e3;
  }

  private static double unit(RunResult round) {
    return round.getParams().getTimeUnit().toNanos(1);
  }
}
