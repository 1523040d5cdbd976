package cloakroom.stress.measure;

import cloakroom.stress.measure.Bootstrap.Interval;
import java.util.Locale;

/** Says in words what a ratio and its interval allow to be said. */
final class Verdict {
  /** Trials of each variant that a published figure needs. */
  static final int PUBLISHED = 3;

  private static final String NONE = "no difference seen";

  private Verdict() {}

  static String of(ComparedMetric metric, String a, String b, Interval interval) {
    if (Double.isNaN(interval.low()) || Double.isNaN(interval.high())) {
      return "no verdict: too little was sampled for an interval";
    }
    if (interval.low() > 1) {
      return words(metric, b, interval.ratio());
    }
    return interval.high() < 1 ? words(metric, a, 1 / interval.ratio()) : NONE;
  }

  private static String words(ComparedMetric metric, String better, double factor) {
    return metric == ComparedMetric.CONNECTIONS
        ? "%s uses %s x fewer connections".formatted(better, factor(factor))
        : "%s is %s x faster".formatted(better, factor(factor));
  }

  /** Two significant digits or so: a factor of 1.04 must not read as 1.0. */
  static String factor(double factor) {
    int decimals = factor < 1.1 ? 2 : factor < 9.95 ? 1 : 0;
    return String.format(Locale.ROOT, "%." + decimals + "f", factor);
  }

  static String preliminary(int trials) {
    return trials >= PUBLISHED
        ? ""
        : " (preliminary: %d trial%s; %d are needed for a published figure)"
            .formatted(trials, trials == 1 ? "" : "s", PUBLISHED);
  }

  static String failures(String variant, long failed, long requests) {
    return failed == 0
        ? ""
        : " (%d of %d requests failed under %s)".formatted(failed, requests, variant);
  }
}
