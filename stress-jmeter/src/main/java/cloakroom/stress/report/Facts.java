package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a reader must know to judge the figures, in sentences. */
final class Facts {
  static final String COUNTED =
      "A request counts if it began and ended in the measured phase; warm-up is in no figure"
          + " unless a definition says so. Failed requests count too: failures by kind and"
          + " successes add up to the requests. A figure of a variant is the mean of its trials'"
          + " figures.";

  private static final int FEW = 6;

  private Facts() {}

  static String line(RunSummary run) {
    Map<String, String> all = run.config().all();
    return "%s users%s, %s iterations, think time %s ms, %d trials, seed %d%s"
        .formatted(
            run.config().users(),
            run.config().nodes() > 1 ? " on " + run.config().nodes() + " nodes" : "",
            all.getOrDefault("iterations", "?"),
            all.getOrDefault("thinkMs", "?"),
            run.trials().size(),
            run.config().seed(),
            started(run));
  }

  private static String started(RunSummary run) {
    return run.config().startedAt().isEmpty()
        ? ""
        : ", started " + run.config().startedAt().replaceAll("\\.\\d+", "");
  }

  static String trials(VariantSummary variant) {
    int trials = variant.trials().size();
    return trials == 1 ? "1 trial" : trials + " trials";
  }

  /** How many trials each of them had, said once when all had as many. */
  static String trials(List<VariantSummary> variants) {
    List<String> numbers = variants.stream().map(v -> trials(v)).distinct().toList();
    return numbers.size() == 1
        ? numbers.get(0) + " each"
        : String.join(", ", variants.stream().map(v -> v.name() + ": " + trials(v)).toList());
  }

  /**
   * The ratios that a page shows: all pairs, or those with the first variant when there are many.
   */
  static List<Comparison> ratios(RunSummary run) {
    List<String> variants = run.variants();
    return variants.size() <= FEW
        ? run.comparisons()
        : run.comparisons().stream().filter(c -> c.a().equals(variants.get(0))).toList();
  }

  /** What {@link #ratios} leaves out, in words. */
  static String further(RunSummary run) {
    int more = run.comparisons().size() - ratios(run).size();
    return more == 0 ? "" : String.format(Locale.ROOT, " %,d more are in summary.json.", more);
  }

  static String method(RunSummary run) {
    return String.format(
        Locale.ROOT,
        "Ratio of the figure under a to that under b, with a 95 %% interval from a two-level"
            + " bootstrap (%,d times: trials, then blocks of %d s inside a trial; seed %d). With n"
            + " trials of a variant the interval is widened by the square root of n/(n-1); with one"
            + " trial it holds no spread between trials at all. Percentiles in whole milliseconds"
            + " get half a millisecond of rounding either way. A difference is seen when the"
            + " interval leaves out 1.",
        run.replicates(),
        run.blockSeconds(),
        run.config().seed());
  }

  /** How figures, intervals and verdicts come about. */
  static Blocks definitions(RunSummary run) {
    return new Blocks()
        .say(
            "Means and percentiles come from one routine, "
                + Metrics.PERCENTILES
                + ": values are kept to three significant digits. Response and service times are"
                + " recorded in whole milliseconds, tier times in microseconds and shown in"
                + " milliseconds.")
        .say(COUNTED)
        .say(method(run))
        .say(
            "The interval of the connections in use comes from the pool's count once a second,"
                + " which is coarser than the figure itself when few connections are in use.")
        .say(
            "The load generator counts as the bottleneck when 5 % of the requests left more than"
                + " 20 ms after they were due, or garbage collection took more than 5 % of the"
                + " time.");
  }
}
