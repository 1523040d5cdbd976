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
    Map<String, String> all) {}
