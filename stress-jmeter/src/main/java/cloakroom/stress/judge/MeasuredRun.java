package cloakroom.stress.judge;

import static cloakroom.stress.process.StressFailure.refuseIf;

import cloakroom.stress.folder.RunConfig;
import cloakroom.stress.folder.RunFiles;
import cloakroom.stress.folder.VariantCost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

public record MeasuredRun(RunSummary summary, List<MeasuredTrial> trials, int blockSeconds) {
  // Below this service time, the tier's own times are used, because JMeter rounds to whole ms.
  private static final double MIN_SERVICE_MILLIS = 20;

  /** Reads a run folder. Throws StressFailure if a file is missing or corrupt. */
  public static RunSummary of(Path root) {
    return read(root, config -> config).summary;
  }

  /**
   * Reads a run folder with a new baseline variant and new failure conditions. An empty argument
   * keeps the value that the run was started with.
   */
  public static RunSummary of(Path root, String baseline, List<String> limits) {
    RunSummary run = read(root, config -> config.against(baseline, limits)).summary;
    String unknown = "--baseline \"%s\": there is no such variant; choose from %s";
    boolean known = baseline.isEmpty() || run.variants().contains(baseline);
    refuseIf(!known, unknown, baseline, String.join(", ", run.variants()));
    if (!limits.isEmpty()) {
      FailureConditions.of(run).requireFit(run.variants());
    }
    return run;
  }

  public static RunSummary of(Path root, String variant) {
    return read(root, config -> requireLoad(root, config).only(variant)).summary;
  }

  /**
   * Returns why the times in the given trial folders are unreliable; empty if they are reliable.
   * Also empty for runs with state checks or injected faults, because their times are not compared.
   */
  public static Optional<String> noise(Path root, List<String> folders) {
    RunSummary run = read(root, config -> config.only(t -> folders.contains(t.folder()))).summary;
    return run.hasProbes() || run.faultsOnPurpose() ? Optional.empty() : run.noise();
  }

  private static RunConfig requireLoad(Path root, RunConfig config) {
    refuseIf(config.counted(), "%s: was counted without load; choose a run under load", root);
    return config;
  }

  public static MeasuredRun read(Path root) {
    return read(root, config -> requireLoad(root, config));
  }

  private static MeasuredRun read(Path root, UnaryOperator<RunConfig> with) {
    RunFiles folder = new RunFiles(root);
    RunConfig config = with.apply(folder.config());
    Map<String, VariantCost> costs = folder.costs();
    List<MeasuredTrial> trials = new ArrayList<>();
    Map<String, String> missing = new LinkedHashMap<>();
    for (RunConfig.TrialConfig trial : config.trials()) {
      if (config.cutShort() && !folder.measured(trial)) {
        missing.put(trial.folder(), ""); // any other run must be whole
      } else {
        MeasuredTrial read = new TrialReader(folder, config, trial, costs).read();
        Optional.of(read.summary())
            .filter(summary -> config.searched())
            .flatMap(CapacitySearch::flaw)
            .ifPresentOrElse(why -> missing.put(trial.folder(), why), () -> trials.add(read));
      }
    }
    List<TrialSummary> summaries = trials.stream().map(MeasuredTrial::summary).toList();
    int blockSeconds = VariantTrials.blockSeconds(trials);
    List<VariantTrials> variants = new ArrayList<>();
    Map<String, Comparison.RatioInterval> aims = new LinkedHashMap<>();
    Map<String, Comparison.RatioInterval> responses = new LinkedHashMap<>();
    for (String name : RunSummary.inOrder(config, summaries)) {
      VariantTrials variant = new VariantTrials(name, trials, blockSeconds, config.seed(), "");
      variants.add(variant);
      responses.put(name, VariantTrials.own(variant, Metrics.RESPONSE_MEAN));
      CapacitySearch.aim(config).ifPresent(a -> aims.put(name, VariantTrials.own(variant, a)));
    }
    boolean brief = summaries.stream().allMatch(t -> t.figure("service.mean") < MIN_SERVICE_MILLIS);
    boolean timed = summaries.stream().allMatch(trial -> trial.figure("tier.max") > 0);
    boolean comparable = !config.searched() && !config.counted(); // else loads differ, or none
    RunSummary summary =
        new RunSummary(
            config,
            folder.environment(),
            summaries,
            missing,
            costs,
            brief && timed ? Metrics.TIER_MEAN : Metrics.SERVICE_MEAN,
            blockSeconds,
            comparable ? VariantTrials.compare(variants) : List.of(),
            responses,
            aims);
    return new MeasuredRun(summary, trials, blockSeconds);
  }
}
