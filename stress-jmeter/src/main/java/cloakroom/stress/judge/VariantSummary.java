package cloakroom.stress.judge;

import cloakroom.stress.folder.ProbeResults;
import cloakroom.stress.folder.Variant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

public record VariantSummary(Variant variant, List<TrialSummary> trials) {
  public static List<VariantSummary> of(RunSummary run) {
    return run.variants().stream().map(name -> of(run, name)).toList();
  }

  public static VariantSummary of(RunSummary run, String name) {
    List<TrialSummary> trials = run.trials(name);
    return new VariantSummary(trials.get(0).variant(), trials);
  }

  public String name() {
    return variant.name();
  }

  public Map<String, String> settings() {
    TrialSummary first = trials.get(0);
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("pool", first.config().pool());
    settings.put("pool-size", Long.toString(first.config().poolSize()));
    settings.putAll(first.config().settings());
    settings.putAll(variant.choices().all());
    settings.putAll(first.settings());
    return settings;
  }

  public double mean(Metric metric) {
    return trials.stream().mapToDouble(metric::of).average().orElse(Double.NaN);
  }

  public double max(Metric metric) {
    return trials.stream().mapToDouble(metric::of).max().orElse(Double.NaN);
  }

  public long sum(ToLongFunction<TrialSummary> count) {
    return trials.stream().mapToLong(count).sum();
  }

  public long errors() {
    return sum(TrialSummary::errors);
  }

  public long requests() {
    return sum(TrialSummary::requests);
  }

  public ProbeResults stateKinds() {
    return ProbeResults.sum(trials.stream().map(TrialSummary::stateKinds).toList());
  }
}
