package cloakroom.stress.measure;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * server.csv of one trial: the server's counters as they stood at each tick that it answered in
 * time. Differences are taken here, over the measured phase.
 */
final class ServerSeries {
  private static final String AT = "epochMs";

  private final long from;
  private final long to;
  private final List<Long> times = new ArrayList<>();
  private final Map<String, List<Double>> columns = new LinkedHashMap<>();

  private ServerSeries(long from, long to) {
    this.from = from;
    this.to = to;
  }

  static ServerSeries read(Path file, String name, boolean tolerant, long from, long to) {
    ServerSeries series = new ServerSeries(from, to);
    CsvTable.read(file, name, tolerant, series::add);
    return series;
  }

  private void add(CsvTable row) {
    times.add(row.whole(row.column(AT)));
    for (String name : row.names()) {
      if (!name.equals(AT)) {
        columns.computeIfAbsent(name, n -> new ArrayList<>()).add(row.number(row.column(name)));
      }
    }
  }

  List<String> names() {
    return List.copyOf(columns.keySet());
  }

  /** By how much a counter grows in a second of the measured phase; NaN if that is not known. */
  double perSecond(String name) {
    double[][] known = known(name);
    double[] at = known[0];
    if (at.length < 2 || falls(known[1])) {
      return Double.NaN;
    }
    double first = Math.max(0, at[0]);
    double last = Math.min((to - from) / 1000.0, at[at.length - 1]);
    return last > first
        ? (between(known, last) - between(known, first)) / (last - first)
        : Double.NaN;
  }

  /** A counter that falls was reset; nobody knows how far it had come. */
  private static boolean falls(double[] values) {
    return IntStream.range(1, values.length).anyMatch(i -> values[i] < values[i - 1]);
  }

  /** A counter at a moment between two rows, as if it grew evenly from one to the other. */
  private static double between(double[][] known, double moment) {
    double[] at = known[0];
    double[] values = known[1];
    int next = 1;
    while (next < at.length - 1 && at[next] < moment) {
      next++;
    }
    double part = (moment - at[next - 1]) / (at[next] - at[next - 1]);
    return values[next - 1] + part * (values[next] - values[next - 1]);
  }

  /** Mean of a level over the rows of the measured phase; NaN without one. */
  double mean(String name) {
    double[][] known = known(name);
    double end = (to - from) / 1000.0;
    return IntStream.range(0, known[0].length)
        .filter(i -> known[0][i] >= 0 && known[0][i] <= end)
        .mapToDouble(i -> known[1][i])
        .average()
        .orElse(Double.NaN);
  }

  /** Growth a second from row to row of the measured phase, divided by the unit. */
  Curve growth(String name, double unit) {
    double[] at = known(name)[0];
    double[] values = known(name)[1];
    double[] rates = new double[at.length];
    for (int i = 0; i < at.length; i++) {
      boolean inside = i > 0 && at[i] >= 0 && at[i] <= (to - from) / 1000.0;
      double rate = inside ? (values[i] - values[i - 1]) / (at[i] - at[i - 1]) / unit : Double.NaN;
      rates[i] = rate >= 0 ? rate : Double.NaN;
    }
    return Curve.of(at, rates);
  }

  /** Moments, in seconds since the measured phase began, and values of the rows that have one. */
  private double[][] known(String name) {
    List<Double> values = columns.getOrDefault(name, List.of());
    int[] rows =
        IntStream.range(0, values.size()).filter(i -> Double.isFinite(values.get(i))).toArray();
    double[] at = new double[rows.length];
    double[] told = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      at[i] = (times.get(rows[i]) - from) / 1000.0;
      told[i] = values.get(rows[i]);
    }
    return new double[][] {at, told};
  }
}
