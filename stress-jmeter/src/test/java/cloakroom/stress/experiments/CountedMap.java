package cloakroom.stress.experiments;

import static cloakroom.stress.experiments.MeasuredTrials.table;
import static java.util.Comparator.reverseOrder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts of a transaction in experiment 007, by variant, rules and number k of view objects. */
final class CountedMap {
  private static final double PUBLISHED = 75.23 / 43.12;
  private static final List<String> COLUMNS =
      List.of("always commit", "always next", "idle commit", "idle next");

  /** Counts of two variants under equal rules: round trips, log flushes, bytes and snapshots. */
  private record Cell(String name, String rules, int k, List<Long> sticky, List<Long> released) {
    double ratio(int count) {
      return (double) sticky.get(count) / released.get(count);
    }

    DoubleStream ratios() {
      return IntStream.range(0, sticky.size()).mapToDouble(this::ratio);
    }

    boolean isNear() {
      return Math.abs(ratio(0) / PUBLISHED - 1) <= 0.01;
    }
  }

  /** Counts by variant, rules and k, joined by commas. */
  private final Map<String, List<Long>> counts = new LinkedHashMap<>();

  CountedMap(Path file) throws IOException {
    Files.readAllLines(file).stream().skip(1).map(line -> line.split(",", -1)).forEach(this::add);
  }

  /** Adds a row. A value "-" is replaced by each value, because the counts do not depend on it. */
  private void add(String[] row) {
    String variant = String.join(" ", row[0], row[1], row[4]).replace(" -", "");
    for (String lifetime : row[3].equals("-") ? List.of("commit", "next") : List.of(row[3])) {
      for (String lob : row[5].equals("-") ? List.of("insert", "locate") : List.of(row[5])) {
        String rules = String.join(" ", row[2], lifetime, lob, row[6]);
        counts.put(
            String.join(",", variant, rules, row[7]),
            Stream.of(row).skip(8).map(Long::valueOf).toList());
      }
    }
  }

  private List<String> variants(String start) {
    Stream<String> names = counts.keySet().stream().filter(key -> key.startsWith(start));
    return names.map(key -> key.replaceFirst(",.*", "")).distinct().sorted(reverseOrder()).toList();
  }

  private List<Cell> cells(String sticky, String released) {
    List<Cell> cells = new ArrayList<>();
    counts.forEach(
        (key, held) -> {
          String[] names = key.split(",", -1);
          if (names[0].equals(sticky)) {
            List<Long> freed = counts.get(key.replace(sticky, released));
            cells.add(new Cell(released, names[1], Integer.parseInt(names[2]), held, freed));
          }
        });
    return cells;
  }

  private long trips(String variant, String rules, int k) {
    return counts.get(variant + "," + rules + "," + k).get(0);
  }

  /**
   * Returns the round trips of a policy and a threshold under the rules of the default settings.
   */
  long asMeasured(String variant) {
    String released = variant.startsWith("released") ? " fetching" : "";
    String name = variant.replace("released", "release-in-memory") + released;
    return trips(name, "always commit insert two", 1);
  }

  private long slope(String variant, String rules) {
    return trips(variant, rules, 2) - trips(variant, rules, 1);
  }

  /**
   * Returns the cells whose round trips are not linear in k, or where {@code locate} does not add
   * one for each snapshot that is written.
   */
  List<Cell> deviations() {
    Predicate<Cell> exact =
        cell -> {
          long linear =
              trips(cell.name, cell.rules, 1) + (cell.k - 1) * slope(cell.name, cell.rules);
          String insert = cell.rules.replace("locate", "insert");
          long written = insert.equals(cell.rules) ? 0 : cell.sticky.get(4);
          return cell.sticky.get(0) == linear
              && linear == trips(cell.name, insert, cell.k) + written;
        };
    Stream<Cell> all = variants("").stream().flatMap(name -> cells(name, name).stream());
    return all.filter(exact.negate()).toList();
  }

  /** Returns the table of round trips as {@code a + bk}. */
  String roundTrips() {
    Map<String, String> rows = new LinkedHashMap<>();
    for (String name : variants("")) {
      for (String column : COLUMNS) {
        for (String requests : List.of("two", "one")) {
          String rules = column + " insert " + requests;
          long slope = slope(name, rules);
          String form =
              "|" + (trips(name, rules, 1) - slope) + (slope == 0 ? "" : " + " + slope + "k");
          rows.merge(name + "|" + requests, form, String::concat);
        }
      }
    }
    return table(
        "variant|requests|" + String.join("|", COLUMNS),
        rows.entrySet().stream().map(row -> row.getKey() + row.getValue().replace(" 1k", " k")));
  }

  String ratios() {
    return table(
        "released|fewer|equal|more|ratio of round trips|highest ratio of any count"
            + "|near 1.745|with flushes|with other time",
        variants("release").stream().map(name -> name + ratios(cells("sticky 10", name))));
  }

  private static String ratios(List<Cell> cells) {
    double[] trips = cells.stream().mapToDouble(cell -> cell.ratio(0)).sorted().toArray();
    double highest = cells.stream().flatMapToDouble(Cell::ratios).max().orElseThrow();
    return count(cells, cell -> cell.ratio(0) > 1)
        + count(cells, cell -> cell.ratio(0) == 1)
        + count(cells, cell -> cell.ratio(0) < 1)
        + ("|" + format(trips[0]) + "–" + format(trips[trips.length - 1]))
        + ("|" + format(highest))
        + count(cells, Cell::isNear)
        + count(cells, cell -> (cell.ratio(0) > PUBLISHED) != (cell.ratio(1) > PUBLISHED))
        + count(cells, cell -> cell.ratio(0) > PUBLISHED);
  }

  private static String count(List<Cell> cells, Predicate<Cell> which) {
    return "|" + cells.stream().filter(which).count();
  }

  /** Returns the lines of the picture: k and, on a logarithmic axis, the ratio of round trips. */
  String lines() {
    Map<String, String> lines = new LinkedHashMap<>();
    for (String name : variants("release")) {
      for (Cell cell : cells("sticky 10", name)) {
        double y = 40 + 440 * Math.log(7 / cell.ratio(0)) / Math.log(7 / 0.45);
        String point = 24 + 72 * cell.k + "," + format(y) + " ";
        lines.merge(name + " " + cell.rules, point, String::concat);
      }
    }
    StringBuilder svg = new StringBuilder();
    lines.forEach(
        (name, points) ->
            svg.append("<polyline class=\"")
                .append(name)
                .append("\" points=\"")
                .append(points.strip())
                .append("\"/>\n"));
    return svg.toString();
  }

  private static String format(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
