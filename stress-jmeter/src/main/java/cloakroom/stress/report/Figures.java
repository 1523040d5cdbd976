package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.List;

/** Figures of one variant as text. */
final class Figures {
  private final VariantSummary variant;

  Figures(RunSummary run, String variant) {
    this(VariantSummary.of(run, variant));
  }

  Figures(VariantSummary variant) {
    this.variant = variant;
  }

  String mean(String name) {
    Metric metric = Metrics.named(name).orElseThrow();
    return mean(metric);
  }

  String mean(Metric metric) {
    return metric.format(variant.mean(metric));
  }

  /** Whether any variant has this figure: older tiers did not count everything. */
  static boolean known(Metric metric, List<VariantSummary> variants) {
    return variants.stream().anyMatch(variant -> Double.isFinite(variant.mean(metric)));
  }

  /**
   * Whether a table of variants shows this figure: not if nobody knows it, nor the classes of the
   * database's errors when no request failed with any.
   */
  static boolean told(Metric metric, List<VariantSummary> variants) {
    return known(metric, variants) && (!metric.ofErrorClass() || !ErrorWords.none(variants));
  }

  /** Smallest to largest over the trials, or nothing when they do not differ as shown. */
  String range(Metric metric) {
    String low = metric.format(variant.min(metric));
    String high = metric.format(variant.max(metric));
    return low.equals(high) ? "" : low + " to " + high;
  }
}
