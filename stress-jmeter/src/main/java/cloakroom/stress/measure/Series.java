package cloakroom.stress.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** series.csv of one trial: the rows of the measured phase, column by column. */
final class Series {
  private static final List<String> COLUMNS =
      List.of(
          "instances",
          "connectionsInUse",
          "connectionsHeld",
          "connectionsOpen",
          "databaseConnections",
          "logicalPassivations",
          "snapshotWrites",
          "activations",
          "gcGeneratorMs");

  private final long from;
  private final long to;
  private final List<Long> times = new ArrayList<>();
  private final Map<String, List<Double>> columns = new LinkedHashMap<>();

  private Series(long from, long to) {
    this.from = from;
    this.to = to;
    COLUMNS.forEach(column -> columns.put(column, new ArrayList<>()));
  }

  /** Keeps the rows that lie in the measured phase. */
  static Series read(Path file, String name, boolean tolerant, long from, long to) {
    Series series = new Series(from, to);
    CsvTable.read(file, name, tolerant, series::add);
    return series;
  }

  private void add(CsvTable row) {
    long at = row.whole(row.column("epochMs"));
    if (at < from || at > to) {
      return;
    }
    times.add(at);
    columns.forEach((name, values) -> values.add(row.number(row.column(name))));
  }

  int size() {
    return times.size();
  }

  /** Seconds since the measured phase began. */
  double[] seconds() {
    return times.stream().mapToDouble(at -> (at - from) / 1000.0).toArray();
  }

  /** A column; a moment that was not sampled is NaN. */
  double[] column(String name) {
    return columns.get(name).stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** A cumulative counter, less what it stood at when the measured phase began. */
  double[] since(String name, long baseline) {
    return Arrays.stream(column(name)).map(value -> Math.max(0, value - baseline)).toArray();
  }

  double max(String name) {
    return Arrays.stream(column(name)).filter(Double::isFinite).max().orElse(0);
  }

  double mean(String name) {
    return Arrays.stream(column(name)).filter(Double::isFinite).average().orElse(0);
  }

  /** How much a cumulative column grew from the first to the last row, 0 below two rows. */
  double growth(String name) {
    double[] known = Arrays.stream(column(name)).filter(Double::isFinite).toArray();
    return known.length < 2 ? 0 : known[known.length - 1] - known[0];
  }
}
