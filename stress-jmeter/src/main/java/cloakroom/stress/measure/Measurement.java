package cloakroom.stress.measure;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Measures a run: reads its folder, compares its policies, audits it. */
public final class Measurement {
  private final RunFolder folder;
  private final RunConfig config;
  private final List<MeasuredTrial> trials;
  private final RunSummary summary;

  private Measurement(Path root) {
    folder = new RunFolder(root);
    config = folder.config();
    trials =
        config.trials().stream()
            .filter(this::present)
            .map(trial -> TrialReader.read(folder, config, trial))
            .toList();
    summary = summarise(folder.environment());
  }

  /**
   * Reads everything a run folder holds.
   *
   * @throws RunFolderException with one line when a file is missing or corrupt
   */
  public static RunSummary of(Path root) {
    return new Measurement(root).summary;
  }

  static Measurement read(Path root) {
    return new Measurement(root);
  }

  RunSummary summary() {
    return summary;
  }

  /** The trials of each policy, in blocks of the given length. */
  List<PolicyTrials> policies(int blockSeconds) {
    return summaryPolicies().stream().map(policy -> policy(policy, blockSeconds, "")).toList();
  }

  int blockSeconds() {
    return Bootstrap.blockSeconds(trials);
  }

  /** The trials of one policy, with random numbers of a stream of its own. */
  PolicyTrials policy(String policy, int blockSeconds, String stream) {
    List<MeasuredTrial> own =
        trials.stream().filter(trial -> trial.summary().policy().equals(policy)).toList();
    return new PolicyTrials(
        policy, own, blockSeconds, new PolicyTrials.Stream(config.seed(), stream));
  }

  private List<String> summaryPolicies() {
    return trials.stream().map(trial -> trial.summary().policy()).distinct().toList();
  }

  /** A run cut short may lack its last trials; any other run must be whole. */
  private boolean present(TrialConfig trial) {
    return !config.cutShort() || folder.measured(trial);
  }

  private RunSummary summarise(Map<String, String> environment) {
    List<TrialSummary> summaries = trials.stream().map(MeasuredTrial::summary).toList();
    List<String> missing = missing();
    String withheld = RunSummary.withheld(config, summaries, missing);
    return new RunSummary(
        config,
        environment,
        summaries,
        missing,
        primary(summaries),
        blockSeconds(),
        Comparisons.of(policies(blockSeconds()), withheld));
  }

  private List<String> missing() {
    return config.trials().stream()
        .filter(trial -> !present(trial))
        .map(TrialConfig::folder)
        .toList();
  }

  /** JMeter counts whole milliseconds: short services are told apart by the tier's clock. */
  private static ComparedMetric primary(List<TrialSummary> trials) {
    boolean brief = trials.stream().allMatch(t -> t.service().mean() < RunSummary.SHORT);
    boolean timed = trials.stream().allMatch(trial -> trial.tier().max() > 0);
    return brief && timed ? ComparedMetric.TIER_MEAN : ComparedMetric.SERVICE_MEAN;
  }
}
