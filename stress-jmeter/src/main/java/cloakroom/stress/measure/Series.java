package cloakroom.stress.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** series.csv of one trial: one row a second, of which the curves show the measured phase. */
final class Series {
  private static final List<String> COLUMNS =
      List.of(
          "instances",
          "connectionsInUse",
          "connectionsHeld",
          "databaseConnections",
          "logicalPassivations",
          "snapshotWrites",
          "activations",
          "gcGeneratorMs");
  private static final String LEASES = "leaseMicros";

  private final long from;
  private final long to;
  private final List<Long> times = new ArrayList<>();
  private final Map<String, List<Double>> columns = new LinkedHashMap<>();

  private Series(long from, long to) {
    this.from = from;
    this.to = to;
    COLUMNS.forEach(column -> columns.put(column, new ArrayList<>()));
    columns.put(LEASES, new ArrayList<>());
  }

  static Series read(Path file, String name, boolean tolerant, long from, long to) {
    Series series = new Series(from, to);
    CsvTable.read(file, name, tolerant, series::add);
    return series;
  }

  private void add(CsvTable row) {
    times.add(row.whole(row.column("epochMs")));
    for (String name : COLUMNS) {
      columns.get(name).add(row.number(row.column(name)));
    }
    columns.get(LEASES).add(row.has(LEASES) ? row.number(row.column(LEASES)) : Double.NaN);
  }

  /** Rows of the measured phase. */
  private IntStream measured() {
    return IntStream.range(0, times.size())
        .filter(row -> times.get(row) >= from && times.get(row) <= to);
  }

  /** Seconds since the measured phase began, for each of its rows. */
  double[] seconds() {
    return measured().mapToDouble(row -> (times.get(row) - from) / 1000.0).toArray();
  }

  /** A column over the measured phase; a moment that was not sampled is NaN. */
  double[] column(String name) {
    List<Double> values = columns.get(name);
    return measured().mapToDouble(values::get).toArray();
  }

  /** Connections in use at each row: from the lease time since the row before, else the count. */
  double[] inUse() {
    double[] leases = column(LEASES);
    double[] at = seconds();
    double[] counts = column("connectionsInUse");
    for (int row = 1; row < leases.length; row++) {
      double mean = (leases[row] - leases[row - 1]) / 1_000_000 / (at[row] - at[row - 1]);
      counts[row] = Double.isFinite(mean) ? mean : counts[row];
    }
    return counts;
  }

  /** A cumulative counter, less what it stood at when the measured phase began. */
  double[] since(String name, long baseline) {
    return Arrays.stream(column(name)).map(value -> Math.max(0, value - baseline)).toArray();
  }

  /** Largest value of all phases. */
  double max(String name) {
    return columns.get(name).stream()
        .mapToDouble(Double::doubleValue)
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  /** Mean over the measured phase, NaN without a row. */
  double mean(String name) {
    return Arrays.stream(column(name)).filter(Double::isFinite).average().orElse(Double.NaN);
  }

  /** Whether the last row of the measured phase is above zero. */
  boolean endsAboveZero(String name) {
    double[] values = column(name);
    return values.length > 0 && values[values.length - 1] > 0;
  }

  /** By how much a cumulative column grows in a millisecond of the measured phase, or NaN. */
  double growth(String name) {
    return growth(name, measured().toArray());
  }

  /** As above, from the last row before the measured phase to the first one after it. */
  double growthAround(String name) {
    int before = (int) times.stream().filter(at -> at < from).count();
    int after = (int) times.stream().filter(at -> at <= to).count();
    return growth(
        name,
        IntStream.rangeClosed(Math.max(0, before - 1), Math.min(after, times.size() - 1))
            .toArray());
  }

  private double growth(String name, int[] rows) {
    List<Double> values = columns.get(name);
    int[] known = Arrays.stream(rows).filter(row -> Double.isFinite(values.get(row))).toArray();
    if (known.length < 2) {
      return Double.NaN;
    }
    int first = known[0];
    int last = known[known.length - 1];
    return (values.get(last) - values.get(first)) / (times.get(last) - times.get(first));
  }
}
