package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.table;

import cloakroom.contract.Significance;
import cloakroom.statistics.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.interval.ConfidenceInterval;
import org.apache.commons.math3.stat.interval.WilsonScoreInterval;

/** Table of A/A runs: intervals of A / B that exclude 1, although both are the same variant. */
final class Calibration {
  private static final List<String> METRICS =
      List.of(
          "tier.mean",
          "tier.p95",
          "service.mean",
          "response.mean",
          "connections.meanInUse",
          "cpuMicrosPerRequest.tier");
  private static final double LEVEL = 0.95;
  private final Collection<MeasuredTrials> runs;

  Calibration(Path csv) throws IOException {
    runs = MeasuredTrials.runs(csv).values();
  }

  String falseVerdicts() {
    return table(
        "metric|blocks|runs|intervals without 1|share with 95 % interval|reported as a difference"
            + "|median half-width",
        METRICS.stream().flatMap(metric -> Stream.of(row(metric, 4), row(metric, 6))));
  }

  private String row(String metric, int blocks) {
    List<Interval> intervals =
        runs.stream().map(run -> run.product(metric, Map.of("A", 1.0, "B", -1.0), blocks)).toList();
    long wrong = intervals.stream().filter(i -> i.low() > 1 || i.high() < 1).count();
    long reported =
        intervals.stream().filter(i -> i.verdict().orElseThrow() == Significance.SEEN).count();
    double[] widths =
        intervals.stream()
            .mapToDouble(i -> 100 * (Math.sqrt(i.high() / i.low()) - 1))
            .sorted()
            .toArray();
    int count = intervals.size();
    ConfidenceInterval share = new WilsonScoreInterval().createInterval(count, (int) wrong, LEVEL);
    return String.format(
        Locale.ROOT,
        "%s|%d|%d|%d|%.0f %% [%.0f, %.0f]|%d|%.0f %%",
        metric,
        blocks,
        count,
        wrong,
        100.0 * wrong / count,
        100 * share.getLowerBound(),
        100 * share.getUpperBound(),
        reported,
        widths[count / 2]);
  }
}
