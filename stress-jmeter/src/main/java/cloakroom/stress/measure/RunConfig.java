package cloakroom.stress.measure;

import java.util.List;
import java.util.Map;

/**
 * config.json: every setting that was in force. What the figures need has a name of its own; {@code
 * all} keeps everything for the reader. The baseline is the variant that the others are compared
 * with; empty for the first.
 */
public record RunConfig(
    String plan,
    String startedAt,
    long seed,
    long users,
    boolean cutShort,
    String baseline,
    List<TrialConfig> trials,
    Map<String, String> all) {
  /** How pauses are distributed around their mean; absent where all are the same. */
  public static final String THINK_DISTRIBUTION = "thinkDistribution";

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

  /** The same with another baseline. */
  public RunConfig against(String other) {
    return new RunConfig(plan, startedAt, seed, users, cutShort, other, trials, all);
  }
}
