package cloakroom.stress.measure;

import java.util.List;
import java.util.Map;

/**
 * config.json: every setting that was in force. What the figures need has a name of its own; {@code
 * all} keeps everything for the reader. The baseline is the variant that the others are compared
 * with; empty for the first. The limits are held against the figures; {@code aborted} says which of
 * them ended the run, and is empty if none did.
 */
public record RunConfig(
    String plan,
    String startedAt,
    long seed,
    long users,
    boolean cutShort,
    String baseline,
    List<String> limits,
    String aborted,
    List<TrialConfig> trials,
    Map<String, String> all) {
  /** How pauses are distributed around their mean; absent where all are the same. */
  public static final String THINK_DISTRIBUTION = "thinkDistribution";

  /** What a search holds its steps against, conditions with commas between. */
  public static final String OBJECTIVE = "objective";

  /** The plan whose users come by a schedule. */
  public static final String OPEN_ARRIVALS = "open-arrivals";

  /**
   * What one trial was asked to do: of which variant, where its snapshots and connections came
   * from.
   */
  public record TrialConfig(
      String folder,
      Variant variant,
      String store,
      String pool,
      long poolSize,
      Map<String, String> settings) {}

  /** Whether the run searched for the most load. */
  public boolean searched() {
    return all.containsKey(OBJECTIVE);
  }

  /** The same as if there were only trials of that variant. */
  public RunConfig only(String variant) {
    return with(
        baseline,
        limits,
        trials.stream().filter(trial -> trial.variant().name().equals(variant)).toList());
  }

  /** The same with another baseline and other limits, where any are given. */
  public RunConfig against(String other, List<String> others) {
    return with(other.isEmpty() ? baseline : other, others.isEmpty() ? limits : others, trials);
  }

  private RunConfig with(String base, List<String> held, List<TrialConfig> some) {
    return new RunConfig(plan, startedAt, seed, users, cutShort, base, held, aborted, some, all);
  }
}
