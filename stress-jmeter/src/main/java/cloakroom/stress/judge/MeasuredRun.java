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

/** Run folder with its metrics, audits and comparisons. */
public record MeasuredRun(RunSummary summary, List<MeasuredTrial> trials, int blockSeconds) {
  /** Mean service time from which JMeter's clock of whole milliseconds is precise enough. */
  private static final double MIN_SERVICE_MILLIS = 20;

  /** Reads a run folder; throws StressFailure if a file is missing or corrupt. */
  public static RunSummary of(Path root) {
    return read(root, config -> config).summary;
  }

  /** Does the same with another baseline and failure conditions; empty ones are the run's. */
  public static RunSummary of(Path root, String baseline, List<String> limits) {
    RunSummary run = read(root, config -> config.against(baseline, limits)).summary;
    refuseIf(
        !baseline.isEmpty() && !run.variants().contains(baseline),
        "--baseline \"%s\": there is no such variant; choose from %s",
        baseline,
        String.join(", ", run.variants()));
    if (!limits.isEmpty()) {
      FailureConditions.of(run).requireFit(run.variants());
    }
    return run;
  }

  public static RunSummary of(Path root, String variant) {
    return read(root, config -> requireLoad(root, config).only(variant)).summary;
  }

  /** Returns why the times of these trials are unreliable; empty for probes and faults. */
  public static Optional<String> noise(Path root, List<String> folders) {
    RunSummary run = read(root, config -> config.only(t -> folders.contains(t.folder()))).summary;
    return run.hasProbes() || run.faultsOnPurpose() ? Optional.empty() : run.noise();
  }

  /** Fails if the requests of the run were only counted, so that it has no times. */
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
    for (String name : RunSummary.inOrder(config, summaries)) {
      variants.add(new VariantTrials(name, trials, blockSeconds, config.seed(), ""));
    }
    Map<String, Comparison.RatioInterval> aims = new LinkedHashMap<>();
    Map<String, Comparison.RatioInterval> responses = new LinkedHashMap<>();
    for (VariantTrials variant : variants) {
      CapacitySearch.aim(config)
          .ifPresent(aim -> aims.put(variant.variant(), VariantTrials.own(variant, aim)));
      responses.put(variant.variant(), VariantTrials.own(variant, Metrics.RESPONSE_MEAN));
    }
    RunSummary summary =
        new RunSummary(
            config,
            folder.environment(),
            summaries,
            missing,
            costs,
            primary(summaries),
            blockSeconds,
            config.searched() || config.counted() // loads differ, or there is none
                ? List.of()
                : VariantTrials.compare(variants),
            responses,
            aims);
    return new MeasuredRun(summary, trials, blockSeconds);
  }

  /** Returns the metric of the verdict: short times need the tier's clock of microseconds. */
  private static Metric primary(List<TrialSummary> trials) {
    boolean brief = trials.stream().allMatch(t -> t.figure("service.mean") < MIN_SERVICE_MILLIS);
    boolean timed = trials.stream().allMatch(trial -> trial.figure("tier.max") > 0);
    return brief && timed ? Metrics.TIER_MEAN : Metrics.SERVICE_MEAN;
  }
}
