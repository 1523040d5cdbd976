package cloakroom.stress.measure;

import java.util.ArrayList;
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
  private static final long SCHEMA = 1;

  static RunConfig of(Json json) {
    if (json.whole("schema") != SCHEMA) {
      throw json.fault("schema", "a version this program reads (it reads " + SCHEMA + ")");
    }
    List<TrialConfig> trials = new ArrayList<>();
    json.children("trials").forEach(trial -> trials.add(TrialConfig.of(trial)));
    Map<String, String> all = json.flat();
    all.remove("trials");
    return new RunConfig(
        json.text("plan"),
        json.text("startedAt", ""),
        json.whole("seed"),
        json.whole("users"),
        json.whole("nodes", 1),
        json.truth("cutShort"),
        Varied.of(json),
        List.copyOf(trials),
        all);
  }
}
