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

/** Reader of the results of a run folder. */
public final class MeasuredRun {
  private MeasuredRun() {}

  /** Reads a run folder. Throws StressFailure if a file is missing or corrupt. */
  public static RunSummary of(Path root) {
    return read(root, config -> config);
  }

  /**
   * Reads a run folder with a new baseline variant and new failure conditions. An empty argument
   * keeps the value that the run was started with.
   */
  public static RunSummary of(Path root, String baseline, List<String> limits) {
    RunSummary run = read(root, config -> config.against(baseline, limits));
    String unknown = "--baseline \"%s\": there is no such variant; choose from %s";
    boolean known = baseline.isEmpty() || run.variants().contains(baseline);
    refuseIf(!known, unknown, baseline, String.join(", ", run.variants()));
    if (!limits.isEmpty()) {
      FailureConditions.of(run).requireFit(run.variants());
    }
    return run;
  }

  public static RunSummary of(Path root, String variant) {
    return read(root, config -> requireLoad(root, config).only(variant));
  }

  /**
   * Returns what disturbed the trials in the given folders; empty if nothing did. Also empty for
   * runs with state checks or injected faults, because their times are not compared.
   */
  public static Optional<String> noise(Path root, List<String> folders) {
    RunSummary run = read(root, config -> config.only(t -> folders.contains(t.folder())));
    boolean compared = !run.hasProbes() && !run.faultsOnPurpose();
    return compared ? run.first(TrialSummary::noise) : Optional.empty();
  }

  private static RunConfig requireLoad(Path root, RunConfig config) {
    refuseIf(config.counted(), "%s: was counted without load; choose a run under load", root);
    return config;
  }

  /** Reads a run folder. Throws StressFailure if the run was counted without load. */
  public static RunSummary underLoad(Path root) {
    return read(root, config -> requireLoad(root, config));
  }

  private static RunSummary read(Path root, UnaryOperator<RunConfig> with) {
    RunFiles folder = new RunFiles(root);
    RunConfig config = with.apply(folder.config());
    Map<String, VariantCost> costs = folder.costs();
    List<TrialSummary> trials = new ArrayList<>();
    Map<String, String> missing = new LinkedHashMap<>();
    for (RunConfig.TrialConfig trial : config.trials()) {
      if (config.cutShort() && !folder.measured(trial)) {
        missing.put(trial.folder(), ""); // any other run must be whole
      } else {
        TrialSummary read = new TrialReader(folder, config, trial, costs).read();
        Optional.of(read)
            .filter(summary -> config.searched())
            .flatMap(CapacitySearch::flaw)
            .ifPresentOrElse(why -> missing.put(trial.folder(), why), () -> trials.add(read));
      }
    }
    boolean timed = trials.stream().allMatch(trial -> trial.figure("tier.max") > 0);
    boolean comparable = !config.searched() && !config.counted(); // else loads differ, or none
    return new RunSummary(
        config,
        folder.environment(),
        trials,
        missing,
        costs,
        timed ? Metric.TIER_MEAN : Metric.SERVICE_MEAN,
        comparable ? Comparison.of(RunSummary.inOrder(config, trials), trials) : List.of());
  }
}
