package cloakroom.bench.report;

import cloakroom.bench.lab.Environment;
import cloakroom.bench.lab.Interval;
import cloakroom.usage.Durations;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The ratios of one run of the studies, to stand beside those of others.
 *
 * @param distance the round trip that was added on the way to its database, such as 200us
 * @param ratios by {@link #key}
 */
public record OtherRun(String distance, Map<String, Interval> ratios) {
  private static final String NONE = "none";

  /** The nearest database first. */
  static final Comparator<OtherRun> BY_DISTANCE = Comparator.comparingLong(OtherRun::micros);

  /** Reads a studies.json. */
  public static OtherRun read(Path file) {
    try {
      OtherRun run = of(Files.readString(file));
      if (run.ratios.isEmpty()) {
        throw new IllegalArgumentException(file + " holds no ratio of any study");
      }
      return run;
    } catch (IOException | UncheckedIOException e) {
      throw new IllegalArgumentException(
          file + " cannot be read as a studies.json: " + e.getMessage(), e);
    }
  }

  /** Reads what such a file holds. */
  static OtherRun of(String json) {
    JsonNode root;
    try {
      root = new ObjectMapper().readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e.getOriginalMessage(), e);
    }
    Map<String, Interval> ratios = new HashMap<>();
    for (JsonNode study : root.path("studies")) {
      for (JsonNode ratio : study.path("ratios")) {
        ratios.put(
            key(study.path("id").asText(), ratio.path("name").asText()),
            new Interval(
                ratio.path("ratio").asDouble(),
                ratio.path("low").asDouble(Double.NaN),
                ratio.path("high").asDouble(Double.NaN),
                1));
      }
    }
    JsonNode settings = root.path("environment").path("settings");
    return new OtherRun(settings.path(Environment.DISTANCE).asText(NONE), ratios);
  }

  private static String key(String study, String ratio) {
    return study + " " + ratio;
  }

  /** What it found of a study's ratio. */
  Optional<Interval> find(String study, String ratio) {
    return Optional.ofNullable(ratios.get(key(study, ratio)));
  }

  /** As a heading says it. */
  String name() {
    return distance.equals(NONE) ? "no distance" : "at " + distance;
  }

  private long micros() {
    return distance.equals(NONE)
        ? -1
        : Durations.distance(Environment.DISTANCE, distance).toNanos() / 1_000;
  }

  /** What becomes of a ratio from the nearest of these runs to the farthest; empty of one alone. */
  static Optional<String> along(List<OtherRun> runs, String study, String ratio) {
    List<OtherRun> telling = runs.stream().filter(r -> r.find(study, ratio).isPresent()).toList();
    if (telling.size() < 2) {
      return Optional.empty();
    }
    StringBuilder words = new StringBuilder();
    for (OtherRun run : telling) {
      words.append(words.isEmpty() ? "" : ", ");
      words.append(Rounded.ratio(run.find(study, ratio).orElseThrow().ratio()));
      words.append(' ').append(run.name());
    }
    Interval near = telling.get(0).find(study, ratio).orElseThrow();
    Interval far = telling.get(telling.size() - 1).find(study, ratio).orElseThrow();
    String course =
        far.high() < near.low() ? "falls" : far.low() > near.high() ? "rises" : "not told apart";
    return Optional.of(ratio + ": " + words + " (" + course + ")");
  }
}
