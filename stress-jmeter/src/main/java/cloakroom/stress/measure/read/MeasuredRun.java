package cloakroom.stress.measure.read;

import static cloakroom.stress.measure.Comparison.ComparedMetric.RESPONSE_MEAN;

import cloakroom.stress.files.RunFiles;
import cloakroom.stress.measure.Comparison.ComparedMetric;
import cloakroom.stress.measure.Comparison.Interval;
import cloakroom.stress.measure.Limits;
import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.RunConfig.TrialConfig;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.RunSummary.Faults;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.VariantCost;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Measures a run: reads its folder, compares its variants in blocks of seconds, audits it. */
public record MeasuredRun(RunSummary summary, List<MeasuredTrial> trials, int blockSeconds) {
  /** Reads a whole run folder; fails with one line when a file is missing or corrupt. */
  public static RunSummary of(Path root) {
    return read(root).summary;
  }

  /**
   * The same with the other variants compared with that one, and held against these limits, where
   * any are given; an unknown variant is refused.
   */
  public static RunSummary of(Path root, String baseline, List<String> limits) {
    RunSummary run = read(root, config -> config.against(baseline, limits)).summary;
    if (!baseline.isEmpty()) {
      run.requireVariant("--baseline", baseline);
    }
    if (!limits.isEmpty()) {
      Limits.of(run).requireFit(run.variants());
    }
    return run;
  }

  static MeasuredRun read(Path root) {
    return read(root, config -> config);
  }

  private static MeasuredRun read(Path root, UnaryOperator<RunConfig> with) {
    RunFiles folder = new RunFiles(root);
    RunConfig config = with.apply(folder.config());
    List<TrialConfig> missing =
        config.trials().stream()
            // a run cut short may lack its last trials; any other run must be whole
            .filter(trial -> config.cutShort() && !folder.measured(trial))
            .toList();
    Map<String, VariantCost> costs = folder.costs();
    List<MeasuredTrial> trials =
        config.trials().stream()
            .filter(trial -> !missing.contains(trial))
            .map(trial -> TrialReader.read(folder, config, trial, costs))
            .toList();
    List<TrialSummary> summaries = trials.stream().map(MeasuredTrial::summary).toList();
    Faults faults = Faults.of(config.cutShort(), summaries);
    int blockSeconds = VariantTrials.blockSeconds(trials);
    List<VariantTrials> variants =
        RunSummary.inOrder(config, summaries).stream()
            .map(name -> new VariantTrials(name, trials, blockSeconds, config.seed(), ""))
            .toList();
    Map<String, Interval> responses = new LinkedHashMap<>();
    variants.forEach(v -> responses.put(v.variant(), Comparisons.own(v, RESPONSE_MEAN)));
    RunSummary summary =
        new RunSummary(
            config,
            folder.environment(),
            summaries,
            missing.stream().map(TrialConfig::folder).toList(),
            faults,
            costs,
            primary(summaries),
            VariantTrials.REPLICATES,
            blockSeconds,
            Comparisons.of(variants, faults),
            responses);
    return new MeasuredRun(summary, trials, blockSeconds);
  }

  /** JMeter counts whole milliseconds: short services are told apart by the tier's clock. */
  private static ComparedMetric primary(List<TrialSummary> trials) {
    boolean brief = trials.stream().allMatch(t -> t.figure("service.mean") < RunSummary.SHORT);
    boolean timed = trials.stream().allMatch(trial -> trial.figure("tier.max") > 0);
    return brief && timed ? ComparedMetric.TIER_MEAN : ComparedMetric.SERVICE_MEAN;
  }
}
