package cloakroom.stress.measure;

import java.util.List;
import java.util.Map;

/**
 * config.json: every setting that was in force. What the figures need has a name of its own; {@code
 * all} keeps everything for the reader.
 */
public record RunConfig(
    String plan,
    String startedAt,
    long seed,
    long users,
    long nodes,
    boolean cutShort,
    Varied varied,
    List<TrialConfig> trials,
    Map<String, String> all) {
  /** How pauses are distributed around their mean; absent where all are the same. */
  public static final String THINK_DISTRIBUTION = "thinkDistribution";

  /** Whether users change and commit in one request; absent where they do not. */
  public static final String ONE_REQUEST = "oneRequest";

  /** The users whose rows all work on; absent where each has rows of its own. */
  public static final String SHARED_ROWS = "sharedRows";

  /** Whether conflicts over rows are answers that the run expects. */
  public boolean sharesRows() {
    return all.containsKey(SHARED_ROWS);
  }

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
}
