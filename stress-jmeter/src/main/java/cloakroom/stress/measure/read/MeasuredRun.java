package cloakroom.stress.measure.read;

import cloakroom.stress.files.RunFiles;
import cloakroom.stress.measure.ComparedMetric;
import cloakroom.stress.measure.Faults;
import cloakroom.stress.measure.RunConfig;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialConfig;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.statistics.Bootstrap;
import cloakroom.stress.measure.statistics.Comparisons;
import cloakroom.stress.measure.statistics.MeasuredTrial;
import cloakroom.stress.measure.statistics.VariantTrials;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Measures a run: reads its folder, compares its variants, audits it. */
public final class MeasuredRun {
  private final RunFiles folder;
  private final RunConfig config;
  private final List<MeasuredTrial> trials;
  private final RunSummary summary;

  private MeasuredRun(Path root) {
    folder = new RunFiles(root);
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
    return new MeasuredRun(root).summary;
  }

  static MeasuredRun read(Path root) {
    return new MeasuredRun(root);
  }

  RunSummary summary() {
    return summary;
  }

  /** The trials of each variant, in blocks of the given length. */
  List<VariantTrials> variants(int blockSeconds) {
    return names().stream().map(name -> variant(name, blockSeconds, "")).toList();
  }

  int blockSeconds() {
    return Bootstrap.blockSeconds(trials);
  }

  /** The trials of one variant, with random numbers of a stream of its own. */
  VariantTrials variant(String name, int blockSeconds, String stream) {
    List<MeasuredTrial> own = trials.stream().filter(trial -> name(trial).equals(name)).toList();
    return new VariantTrials(
        name, own, blockSeconds, new VariantTrials.Stream(config.seed(), stream));
  }

  private List<String> names() {
    return trials.stream().map(MeasuredRun::name).distinct().toList();
  }

  private static String name(MeasuredTrial trial) {
    return trial.summary().variant().name();
  }

  /** A run cut short may lack its last trials; any other run must be whole. */
  private boolean present(TrialConfig trial) {
    return !config.cutShort() || folder.measured(trial);
  }

  private RunSummary summarise(Map<String, String> environment) {
    List<TrialSummary> summaries = trials.stream().map(MeasuredTrial::summary).toList();
    List<String> missing = missing();
    Faults faults = Faults.of(config.cutShort(), summaries, missing);
    return new RunSummary(
        config,
        environment,
        summaries,
        missing,
        faults,
        primary(summaries),
        Bootstrap.REPLICATES,
        blockSeconds(),
        Comparisons.of(variants(blockSeconds()), faults));
  }

  private List<String> missing() {
    return config.trials().stream()
        .filter(trial -> !present(trial))
        .map(TrialConfig::folder)
        .toList();
  }

  /** JMeter counts whole milliseconds: short services are told apart by the tier's clock. */
  private static ComparedMetric primary(List<TrialSummary> trials) {
    boolean brief = trials.stream().allMatch(t -> t.figure("service.mean") < RunSummary.SHORT);
    boolean timed = trials.stream().allMatch(trial -> trial.figure("tier.max") > 0);
    return brief && timed ? ComparedMetric.TIER_MEAN : ComparedMetric.SERVICE_MEAN;
  }
}
