package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.format;
import static cloakroom.stress.experiments.MeasuredTrials.span;
import static cloakroom.stress.experiments.MeasuredTrials.sum;
import static cloakroom.stress.experiments.MeasuredTrials.table;
import static cloakroom.stress.experiments.MeasuredTrials.value;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.StateKind;
import cloakroom.platform.Resources;
import cloakroom.statistics.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/** Tables of faults, capacity and predictions. */
final class TrialTables {
  private static final double P95_MILLIS = 300;
  private static final double ERRORS = 0.001;
  private static final double ROUNDING = 0.005;

  private TrialTables() {}

  /** Returns what users saw of a fault in the trials of each variant. */
  static String faults(Path csv) throws IOException {
    return table(
        "fault|policy and pool|failed requests|longest outage (s)|states lost|commits in doubt"
            + "|of them committed",
        MeasuredTrials.runs(csv).entrySet().stream()
            .flatMap(
                run ->
                    run.getValue().variants().entrySet().stream()
                        .map(each -> "`" + run.getKey() + "`|" + faults(each))));
  }

  private static String faults(Map.Entry<String, List<Map<String, String>>> variant) {
    Stream<ToDoubleFunction<Map<String, String>>> counts =
        Stream.concat(
            Stream.of(trial -> sum(trial, "errors.")),
            Stream.of("outageSeconds", "statesLost", "inDoubt", "inDoubtCommitted")
                .map(name -> trial -> value(trial, "faults." + name)));
    return counts
        .map(count -> span(variant.getValue().stream().mapToDouble(count)))
        .reduce(variant.getKey(), (row, cell) -> row + "|" + cell);
  }

  /** Returns the users that each variant carries, and what a session keeps in its connection. */
  static String capacity(Path steps, Path probes) throws IOException {
    Map<String, List<Map<String, String>>> probed = MeasuredTrials.merged(probes).variants();
    return table(
        "policy|threshold|connections|users|missed at|sessions in the database"
            + "|connections in use|utilization (%)|state of the connection kept (%)",
        MeasuredTrials.merged(steps).variants().entrySet().stream()
            .map(each -> capacity(each, probed.get(each.getKey()).get(0))));
  }

  private static String capacity(
      Map.Entry<String, List<Map<String, String>>> variant, Map<String, String> probes) {
    // the last trial of a load is the long one, or the one after a trial near the objective
    Map<Double, Map<String, String>> last = new TreeMap<>();
    variant.getValue().forEach(step -> last.put(users(step), step));
    Map<String, String> best =
        last.values().stream()
            .filter(TrialTables::isMet)
            .reduce((before, after) -> after)
            .orElseThrow(() -> new AssertionError(variant.getKey() + " carries no users"));
    String missed =
        last.keySet().stream()
            .filter(users -> users > users(best))
            .findFirst()
            .map(MeasuredTrials::format)
            .orElse("–");
    return String.join(
        "|",
        variant.getKey().replace(" ", "|"),
        best.get("users"),
        missed,
        best.get("connections.databaseMax"),
        format(value(best, "connections.meanInUse")),
        format(value(best, "interference.utilization")),
        "%.0f".formatted(kept(probes)));
  }

  private static double users(Map<String, String> step) {
    return value(step, "users");
  }

  private static boolean isMet(Map<String, String> step) {
    return value(step, "service.p95") < P95_MILLIS
        && sum(step, "errors.") < ERRORS * value(step, "requests");
  }

  private static double kept(Map<String, String> trial) {
    List<String> kinds =
        Stream.of(StateKind.values())
            .filter(StateKind::ofConnection)
            .map(kind -> "stateKinds." + kind.key() + ".")
            .toList();
    double all = kinds.stream().mapToLong(kind -> sum(trial, kind)).sum();
    return 100 * kinds.stream().mapToLong(kind -> sum(trial, kind + "kept")).sum() / all;
  }

  /**
   * Returns the errors for all systems but the source, the interval that contains 95 % of further
   * systems, and the one of {@code predict}, which must contain it.
   */
  static String predictionErrors(Path csv) throws IOException {
    MeasuredTrials measured = MeasuredTrials.runs(csv).get("measured").undisturbed();
    MeasuredTrials predicted = MeasuredTrials.runs(csv).get("predicted");
    List<String> systems = predicted.variants().keySet().stream().skip(1).toList();
    return table(
        "value|median error (%)|worst error (%)|measured / predicted, 95 %|interval of `predict`"
            + "|systems in it",
        Resources.rows("cloakroom/stress/predict/prediction.txt").stream()
            .filter(row -> row.size() > 3)
            .map(
                row -> {
                  double[] ratios =
                      systems.stream()
                          .mapToDouble(
                              s -> measured.mean(row.get(5), s) / predicted.mean(row.get(5), s))
                          .toArray();
                  return row.get(0) + "|" + errors(ratios, row.get(3), row.get(4));
                }));
  }

  private static String errors(double[] ratios, String low, String high) {
    double[] errors = DoubleStream.of(ratios).map(ratio -> Math.abs(1 / ratio - 1)).toArray();
    Interval mean = Interval.of(ratios);
    double reach = Math.pow(mean.high() / mean.ratio(), Math.sqrt(ratios.length + 1));
    String expected = format(mean.ratio() / reach) + " to " + format(mean.ratio() * reach);
    double from = Double.parseDouble(low);
    double to = Double.parseDouble(high);
    assertThat(from).isLessThanOrEqualTo(mean.ratio() / reach + ROUNDING);
    assertThat(to).isGreaterThanOrEqualTo(mean.ratio() * reach - ROUNDING);
    return "%.0f|%.0f|%s|%s to %s|%d of %d"
        .formatted(
            100 * new Median().evaluate(errors),
            100 * DoubleStream.of(errors).max().orElseThrow(),
            expected,
            low,
            high,
            DoubleStream.of(ratios).filter(ratio -> from <= ratio && ratio <= to).count(),
            ratios.length);
  }
}
