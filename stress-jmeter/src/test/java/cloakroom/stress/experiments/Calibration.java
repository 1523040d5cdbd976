package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.value;

import cloakroom.contract.Significance;
import cloakroom.statistics.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;

/** Table of A/A runs, each of two variants A and B that are the same. */
final class Calibration {
  private Calibration() {}

  /** Returns how many intervals of A / B exclude 1, although A and B are the same variant. */
  static String table(Path csv) throws IOException {
    Collection<MeasuredTrials> runs = MeasuredTrials.runs(csv).values();
    return MeasuredTrials.table(
        "metric|blocks|runs|intervals without 1|share (%) and its 95 % interval"
            + "|reported as a difference|median half-width (%)",
        Stream.of(
                "tier.mean",
                "tier.p95",
                "service.mean",
                "response.mean",
                "connections.meanInUse",
                "cpuMicrosPerRequest.tier")
            .flatMap(metric -> Stream.of(4, 6).map(blocks -> row(runs, metric, blocks))));
  }

  /** Returns the number of trials, their utilization, and how many were disturbed. */
  static String trials(Path csv) throws IOException {
    List<Map<String, String>> trials =
        MeasuredTrials.runs(csv).values().stream()
            .flatMap(run -> run.variants().values().stream().flatMap(List::stream))
            .toList();
    double utilization =
        trials.stream().mapToDouble(t -> value(t, "interference.utilization")).average().orElse(0);
    long disturbed = trials.stream().filter(t -> value(t, "interference.percent") > 10).count();
    return "%d trials with a mean utilization of %.0f %%. In %d of them other processes took more"
            .formatted(trials.size(), utilization, disturbed)
        + " than 10 % of the machine.\n";
  }

  private static String row(Collection<MeasuredTrials> runs, String metric, int blocks) {
    Map<String, Double> ratio = Map.of("A", 1.0, "B", -1.0);
    List<Interval> intervals =
        runs.stream().map(run -> run.product(metric, ratio, blocks)).toList();
    int count = intervals.size();
    long wrong = intervals.stream().filter(i -> i.low() > 1 || i.high() < 1).count();
    long reported =
        intervals.stream().filter(i -> i.verdict().orElseThrow() == Significance.SEEN).count();
    double[] halves =
        intervals.stream().mapToDouble(i -> Math.sqrt(i.high() / i.low()) - 1).toArray();
    ConfidenceInterval share = new WilsonScoreInterval().createInterval(count, (int) wrong, 0.95);
    return "%s|%d|%d|%d|%.0f [%.0f, %.0f]|%d|%.0f"
        .formatted(
            metric,
            blocks,
            count,
            wrong,
            100.0 * wrong / count,
            100 * share.getLowerBound(),
            100 * share.getUpperBound(),
            reported,
            100 * new Median().evaluate(halves));
  }
}
