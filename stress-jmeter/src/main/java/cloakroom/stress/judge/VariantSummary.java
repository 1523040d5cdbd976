package cloakroom.stress.judge;

import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.Variant;
import java.util.List;

/** The trials of one variant, and how a figure is summed up over them. */
public record VariantSummary(Variant variant, List<TrialSummary> trials) {

  public static List<VariantSummary> of(RunSummary run) {
    return run.variants().stream().map(name -> of(run, name)).toList();
  }

  /** Gathers the trials of one variant, of which there must be one. */
  public static VariantSummary of(RunSummary run, String name) {
    List<TrialSummary> trials = run.trials(name);
    return new VariantSummary(trials.get(0).variant(), trials);
  }

  public String name() {
    return variant.name();
  }

  public double mean(Metric metric) {
    return trials.stream().mapToDouble(metric::of).average().orElse(Double.NaN);
  }

  public double max(Metric metric) {
    return trials.stream().mapToDouble(metric::of).max().orElse(Double.NaN);
  }

  public long errors() {
    return trials.stream().mapToLong(TrialSummary::errors).sum();
  }

  public long requests() {
    return trials.stream().mapToLong(TrialSummary::requests).sum();
  }

  public ProbeResults stateKinds() {
    return ProbeResults.sum(trials.stream().map(TrialSummary::stateKinds).toList());
  }
}
