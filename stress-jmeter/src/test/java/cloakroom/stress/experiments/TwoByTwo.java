package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.format;
import static cloakroom.stress.experiments.MeasuredTrials.table;

import cloakroom.statistics.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Tables of experiment 001: two policies and two thresholds, by RTT and size of the state. */
final class TwoByTwo {
  private static final String THRESHOLD = "threshold 10 / 200";
  private static final String BOTH = "sticky 10 / released 200";

  /** Products of powers of the variants' tier times. */
  private static final Map<String, String> EFFECTS = new LinkedHashMap<>();

  static {
    EFFECTS.put(THRESHOLD, "sticky 10^.5, released 10^.5, sticky 200^-.5, released 200^-.5");
    EFFECTS.put(
        "sticky / released", "sticky 10^.5, sticky 200^.5, released 10^-.5, released 200^-.5");
    EFFECTS.put(BOTH, "sticky 10^1, released 200^-1");
    EFFECTS.put("sticky 10 / released 10", "sticky 10^1, released 10^-1");
    EFFECTS.put("sticky 200 / released 200", "sticky 200^1, released 200^-1");
  }

  private final MeasuredTrials trials;

  /** Conditions of a two by two design, such as {@code 500us small}. */
  private final List<String> conditions;

  TwoByTwo(Path csv) throws IOException {
    trials = MeasuredTrials.merged(csv);
    conditions =
        trials.variants().keySet().stream()
            .map(name -> name.replaceFirst("\\S+ \\S+ ", ""))
            .distinct()
            .toList();
  }

  private static String label(String condition) {
    String rtt =
        condition.replaceFirst(" .*", "").replace("500us", "0.5 ms").replace("2ms", "2 ms");
    return rtt + "|" + (condition.endsWith("large") ? "23 KB" : "0.4 KB");
  }

  private String median(String metric, String variant) {
    return format(trials.median(metric, variant));
  }

  /** Returns the effects on the tier time, as factors. */
  String effects() {
    List<String> columns =
        List.of(THRESHOLD, "sticky 10 / released 10", "sticky 200 / released 200");
    return table(
        "RTT|state|" + String.join("|", columns),
        conditions.stream()
            .map(
                condition ->
                    columns.stream()
                        .map(each -> effect("tier.mean", EFFECTS.get(each), condition))
                        .map(factor -> factor.text(Interval.TIMES))
                        .collect(Collectors.joining("|", label(condition) + "|", ""))));
  }

  /** Returns the ranges of the three main factors over all conditions. */
  String sentence() {
    return "Over all RTTs and sizes, a threshold of 200 in place of 10 makes requests %s × as fast,"
            .formatted(range(THRESHOLD))
        + " releasing makes them %s × as fast,".formatted(range("sticky / released"))
        + " and both together make them %s × as fast.\n".formatted(range(BOTH));
  }

  private String range(String name) {
    double[] sorted =
        conditions.stream()
            .mapToDouble(condition -> effect("tier.mean", EFFECTS.get(name), condition).ratio())
            .sorted()
            .toArray();
    return format(sorted[0]) + " to " + format(sorted[sorted.length - 1]);
  }

  /** Returns the two by two table of counts and medians at an RTT of 0.5 ms with a small state. */
  String answer(CountedMap counts) {
    return table(
        "policy|recycle threshold 10|recycle threshold 200, above the number of sessions",
        Stream.of("sticky", "released")
            .map(policy -> policy + cell(counts, policy + " 10") + cell(counts, policy + " 200")));
  }

  private String cell(CountedMap counts, String variant) {
    String name = variant + " 500us small";
    return "|%d round trips, %s ms, %s connections in use, %s database sessions"
        .formatted(
            counts.asMeasured(variant),
            median("tier.mean", name),
            median("connections.meanInUse", name),
            median("connections.databaseMax", name));
  }

  private Interval effect(String metric, String effect, String condition) {
    Map<String, Double> powers = new LinkedHashMap<>();
    for (String factor : effect.split(", ", -1)) {
      String[] parts = factor.split("\\^", -1);
      powers.put(parts[0] + " " + condition, Double.valueOf(parts[1]));
    }
    return trials.product(metric, powers, trials.blocks());
  }
}
