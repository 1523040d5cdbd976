package cloakroom.stress.measure.statistics;

import cloakroom.stress.measure.ComparedMetric;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The trials of one variant, with the replicates of its figures, drawn once for all pairs. */
public final class VariantTrials {
  private final String variant;
  private final List<MeasuredTrial> trials;
  private final int blockSeconds;
  private final Stream stream;
  private final Map<ComparedMetric, double[]> replicates = new EnumMap<>(ComparedMetric.class);

  /** Takes the trials of one variant, in blocks of the given length. */
  public VariantTrials(
      String variant, List<MeasuredTrial> trials, int blockSeconds, Stream stream) {
    this.variant = variant;
    this.trials = List.copyOf(trials);
    this.blockSeconds = blockSeconds;
    this.stream = stream;
  }

  /** Where the random numbers come from: two runs compared must not share theirs. */
  public record Stream(long seed, String name) {
    Random random(String purpose) {
      return new Random(seed * 31 + (name + purpose).hashCode());
    }
  }

  /** Its name. */
  public String variant() {
    return variant;
  }

  int size() {
    return trials.size();
  }

  /** Mean of the trials' figures. */
  double value(ComparedMetric metric) {
    return trials.stream().mapToDouble(t -> t.value(metric)).average().orElse(0);
  }

  long failed() {
    return trials.stream().mapToLong(trial -> trial.summary().errors().total()).sum();
  }

  long requests() {
    return trials.stream().mapToLong(trial -> trial.summary().requests()).sum();
  }

  double[] replicates(ComparedMetric metric) {
    return replicates.computeIfAbsent(metric, this::draw);
  }

  private double[] draw(ComparedMetric metric) {
    Random random = stream.random(variant + "/" + metric.key());
    return Bootstrap.replicates(
        trials.stream().map(trial -> trial.statistic(metric, blockSeconds)).toList(), random);
  }
}
