package cloakroom.stress.experiments;

import static java.util.stream.Collectors.joining;

import cloakroom.contract.StateKind;
import cloakroom.statistics.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.descriptive.rank.Median;

/** Trials of a run as measure.sh prints them: values by column, by variant in the blocks' order. */
record MeasuredTrials(Map<String, List<Map<String, String>>> variants) {
  private static final List<String> KINDS =
      Stream.of(StateKind.values()).map(kind -> "stateKinds." + kind.key() + ".").toList();

  /** Reads runs by their name. */
  static Map<String, MeasuredTrials> runs(Path csv) throws IOException {
    Map<String, MeasuredTrials> runs = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(csv);
    String[] names = lines.get(0).split(",", -1);
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      Map<String, String> trial = new LinkedHashMap<>();
      IntStream.range(0, names.length).forEach(i -> trial.put(names[i], values[i]));
      runs.computeIfAbsent(trial.get("run"), run -> new MeasuredTrials(new LinkedHashMap<>()))
          .variants
          .computeIfAbsent(trial.get("variant"), variant -> new ArrayList<>())
          .add(trial);
    }
    return runs;
  }

  /** Reads runs with different variants as one. */
  static MeasuredTrials merged(Path csv) throws IOException {
    MeasuredTrials all = new MeasuredTrials(new LinkedHashMap<>());
    runs(csv).values().forEach(run -> all.variants.putAll(run.variants));
    return all;
  }

  /** Returns the trials in which other processes took at most 10 % of the processors. */
  MeasuredTrials undisturbed() {
    Map<String, List<Map<String, String>>> quiet = new LinkedHashMap<>();
    variants.forEach(
        (variant, trials) ->
            quiet.put(
                variant,
                trials.stream().filter(t -> value(t, "interference.percent") <= 10).toList()));
    return new MeasuredTrials(quiet);
  }

  static double value(Map<String, String> trial, String metric) {
    return Double.parseDouble(trial.get(metric));
  }

  /** Returns the sum of all columns whose names begin with a text. */
  static long sum(Map<String, String> trial, String start) {
    return trial.entrySet().stream()
        .filter(each -> each.getKey().startsWith(start))
        .mapToLong(each -> Long.parseLong(each.getValue()))
        .sum();
  }

  int blocks() {
    return variants.values().stream().mapToInt(List::size).min().orElseThrow();
  }

  double[] values(String metric, String variant) {
    return variants.get(variant).stream().mapToDouble(trial -> value(trial, metric)).toArray();
  }

  double median(String metric, String variant) {
    return new Median().evaluate(values(metric, variant));
  }

  /** Returns the number of trials in which other processes took more than 10 %. */
  long disturbed() {
    return trials(variants) - trials(undisturbed().variants);
  }

  private static long trials(Map<String, List<Map<String, String>>> variants) {
    return variants.values().stream().mapToLong(List::size).sum();
  }

  double mean(String metric, String variant) {
    return Arrays.stream(values(metric, variant)).average().orElseThrow();
  }

  /**
   * Computes a product of powers in each block, and its interval.
   *
   * @param powers exponent of the metric by variant, such as 1 and -1 for a ratio
   * @param blocks number of blocks, from the first
   */
  Interval product(String metric, Map<String, Double> powers, int blocks) {
    double[] products = new double[blocks];
    Arrays.fill(products, 1);
    powers.forEach(
        (variant, power) -> {
          double[] values = values(metric, variant);
          IntStream.range(0, blocks).forEach(i -> products[i] *= Math.pow(values[i], power));
        });
    return Interval.of(products);
  }

  /** Returns a table of each variant's mean of metrics, with the lowest and the highest value. */
  String ranges(String... metrics) {
    return table(
        "variant|" + String.join("|", metrics),
        variants.keySet().stream()
            .map(v -> v + Stream.of(metrics).map(m -> "|" + range(m, v)).collect(joining())));
  }

  /** Returns the mean with the lowest and the highest value, or the only value. */
  String range(String metric, String variant) {
    if (variants.get(variant).stream().anyMatch(trial -> trial.get(metric).isEmpty())) {
      return "–";
    }
    String range = span(Arrays.stream(values(metric, variant)));
    return range.contains("–") ? format(mean(metric, variant)) + " (" + range + ")" : range;
  }

  /** Returns the lowest and the highest value, or the only one. */
  static String span(DoubleStream values) {
    double[] sorted = values.sorted().toArray();
    String low = format(sorted[0]);
    String high = format(sorted[sorted.length - 1]);
    return low.equals(high) ? low : low + "–" + high;
  }

  /** Returns a table of ratios of variants, such as {@code A / B}, by metric. */
  String ratios(List<String> metrics, String... ratios) {
    return table(
        "ratio|" + String.join("|", metrics),
        Stream.of(ratios)
            .map(
                ratio -> {
                  String[] sides = ratio.split(" / ", -1);
                  Map<String, Double> powers = Map.of(sides[0], 1.0, sides[1], -1.0);
                  return metrics.stream()
                      .map(metric -> product(metric, powers, blocks()).text(Interval.TIMES))
                      .collect(joining("|", ratio + "|", ""));
                }));
  }

  /**
   * Returns a table of the outcomes of each variant's probes: leaks, and others above 5 %. The
   * policy noop is left out, because it refuses all probes.
   */
  String outcomes() {
    Map<String, List<Map<String, String>>> probed = new LinkedHashMap<>(variants);
    probed.keySet().removeIf(variant -> variant.startsWith("noop "));
    return new MeasuredTrials(probed)
        .states(trial -> KINDS.stream().map(kind -> outcomes(trial, kind)));
  }

  private static String outcomes(Map<String, String> trial, String kind) {
    double all = sum(trial, kind);
    return Stream.of("kept", "lost", "leaked", "refused", "failed")
        .filter(o -> value(trial, kind + o) > (o.equals("leaked") ? 0 : 0.05 * all))
        .collect(joining(", "));
  }

  /** Returns a table of the share of probes that were lost or leaked. */
  String gone() {
    return states(
        trial ->
            KINDS.stream()
                .map(
                    kind -> {
                      double gone = value(trial, kind + "lost") + value(trial, kind + "leaked");
                      return "%.0f%%".formatted(100 * gone / sum(trial, kind));
                    }));
  }

  /** Returns a table of variants by their cells; variants with the same cells share a row. */
  private String states(Function<Map<String, String>, Stream<String>> cells) {
    String kinds = Stream.of(StateKind.values()).map(StateKind::label).collect(joining("|"));
    Map<String, String> rows = new LinkedHashMap<>();
    variants.forEach(
        (variant, trials) ->
            rows.merge(
                cells.apply(trials.get(0)).collect(joining("|")),
                variant,
                (before, another) -> before + ", " + another));
    return table(
        "variant|" + kinds,
        rows.entrySet().stream().map(row -> row.getValue() + "|" + row.getKey()));
  }

  /** Returns a table of Markdown; cells are separated by |. */
  static String table(String heading, Stream<String> rows) {
    Stream<String> head = Stream.of(heading, heading.replaceAll("[^|]+", "---"));
    return Stream.concat(head, rows)
        .map(row -> "| " + row.replace("|", " | ") + " |\n")
        .collect(joining());
  }

  static String format(double value) {
    boolean whole = value == Math.rint(value) || value >= 100;
    return String.format(Locale.ROOT, whole ? "%,.0f" : value < 10 ? "%.2f" : "%.1f", value);
  }
}
