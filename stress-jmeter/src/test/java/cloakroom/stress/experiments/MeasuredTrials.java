package cloakroom.stress.experiments;

import static java.util.stream.Collectors.joining;

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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Trials of a run as measure.sh prints them: values by column, by variant in the blocks' order. */
record MeasuredTrials(Map<String, List<Map<String, String>>> variants) {
  static MeasuredTrials read(Path csv) throws IOException {
    MeasuredTrials run = new MeasuredTrials(new LinkedHashMap<>());
    List<String> lines = Files.readAllLines(csv);
    String[] names = lines.get(0).split(",", -1);
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      Map<String, String> trial = new LinkedHashMap<>();
      IntStream.range(0, names.length).forEach(i -> trial.put(names[i], values[i]));
      run.variants.computeIfAbsent(trial.get("variant"), name -> new ArrayList<>()).add(trial);
    }
    return run;
  }

  private double[] values(String metric, String variant) {
    return variants.get(variant).stream()
        .mapToDouble(trial -> Double.parseDouble(trial.get(metric)))
        .toArray();
  }

  double mean(String metric, String variant) {
    return Arrays.stream(values(metric, variant)).average().orElseThrow();
  }

  /**
   * Computes a product of powers in each block, and its interval.
   *
   * @param powers exponent of the metric by variant, such as 1 and -1 for a ratio
   */
  Interval product(String metric, Map<String, Double> powers) {
    int blocks = variants.values().stream().mapToInt(List::size).min().orElseThrow();
    double[] products = new double[blocks];
    Arrays.fill(products, 1);
    powers.forEach(
        (variant, power) -> {
          double[] values = values(metric, variant);
          IntStream.range(0, blocks).forEach(i -> products[i] *= Math.pow(values[i], power));
        });
    return Interval.of(products);
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

  static String format(Interval interval) {
    return "%s [%s, %s]"
        .formatted(format(interval.ratio()), format(interval.low()), format(interval.high()));
  }
}
