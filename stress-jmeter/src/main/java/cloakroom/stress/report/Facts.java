package cloakroom.stress.report;

import cloakroom.stress.measure.PolicySummary;
import cloakroom.stress.measure.RunSummary;
import java.util.Locale;
import java.util.Map;

/** What a reader must know to judge the figures, in sentences. */
final class Facts {
  static final String COUNTED =
      "A request counts if it began and ended in the measured phase; warm-up is in no figure"
          + " unless a definition says so. Failed requests count too: failures by kind and"
          + " successes add up to the requests. A figure of a policy is the mean of its trials'"
          + " figures.";

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

  static String trials(PolicySummary policy) {
    int trials = policy.trials().size();
    return trials == 1 ? "1 trial" : trials + " trials";
  }

  static String named(PolicySummary policy) {
    return policy.policy() + ": " + trials(policy);
  }

  static String method(RunSummary run) {
    return String.format(
        Locale.ROOT,
        "Ratio of the figure under a to that under b, with a 95 %% interval from a two-level"
            + " bootstrap (%,d times: trials, then blocks of %d s inside a trial; seed %d). With n"
            + " trials of a policy the interval is widened by the square root of n/(n-1); with one"
            + " trial it holds no spread between trials at all. Percentiles in whole milliseconds"
            + " get half a millisecond of rounding either way. A difference is seen when the"
            + " interval leaves out 1.",
        run.replicates(),
        run.blockSeconds(),
        run.config().seed());
  }
}
