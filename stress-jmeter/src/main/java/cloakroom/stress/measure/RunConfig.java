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
