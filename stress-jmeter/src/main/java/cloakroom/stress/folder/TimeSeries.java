package cloakroom.stress.folder;

import cloakroom.contract.Counter;
import cloakroom.platform.Names;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Columns of a trial's series.csv or server.csv, with one row per second. They include rows before
 * and after the measured phase. A missing value is NaN.
 */
public final class TimeSeries {
  public static final String AT = SeriesColumn.EPOCH_MS.label();

  static final List<String> NEEDED =
      List.of(
          ("instances connectionsInUse connectionsHeld databaseConnections logicalPassivations"
                  + " snapshotWrites activations gcGeneratorMs leaseMicros cpuGenerator cpuTier"
                  + " cpuDatabase cpuRelay cpuRunner cpuMachine cpuSteal processors")
              .split(" ", -1));

  /**
   * Columns with the CPU time of Cloakroom's own processes. The machine's remaining CPU time is
   * background load.
   */
  public static final List<SeriesColumn> OWN_CPU =
      List.of(
          SeriesColumn.CPU_GENERATOR,
          SeriesColumn.CPU_TIER,
          SeriesColumn.CPU_DATABASE,
          SeriesColumn.CPU_RELAY,
          SeriesColumn.CPU_RUNNER);

  /** Minimum seconds between rows for a CPU rate, because the kernel's CPU clock is coarse. */
  private static final double MIN_RATE_SECONDS = 0.5;

  private final long from;
  private final long to;
  private final List<Long> times = new ArrayList<>();
  private final Map<String, List<Double>> columns = new LinkedHashMap<>();

  private TimeSeries(long from, long to) {
    this.from = from;
    this.to = to;
  }

  static TimeSeries read(
      Path file, String name, boolean tolerant, long from, long to, List<String> wanted) {
    TimeSeries series = new TimeSeries(from, to);
    CsvTable.read(file, name, tolerant, row -> series.add(row, wanted));
    return series;
  }

  private void add(CsvTable row, List<String> wanted) {
    times.add(row.whole(AT));
    for (String name : wanted.isEmpty() ? row.names() : wanted) {
      if (!name.equals(AT)) {
        columns.computeIfAbsent(name, n -> new ArrayList<>()).add(row.number(name));
      }
    }
  }

  public List<String> names() {
    return List.copyOf(columns.keySet());
  }

  private List<Double> values(String name) {
    return columns.getOrDefault(name, List.of());
  }

  private IntStream measured(List<?> values) {
    return IntStream.range(0, values.size()).filter(this::measured);
  }

  private boolean measured(int row) {
    return times.get(row) >= from && times.get(row) <= to;
  }

  private double seconds(int row) {
    return (times.get(row) - from) / 1000.0;
  }

  public double[] seconds() {
    return measured(times).mapToDouble(this::seconds).toArray();
  }

  private double[] column(String name) {
    return measured(values(name)).mapToDouble(values(name)::get).toArray();
  }

  /**
   * Returns for each row the mean number of connections in use since the previous row, computed
   * from lease times. Uses the sampled number if lease times are missing.
   */
  public double[] inUse() {
    double[] leases = column(SeriesColumn.LEASE_MICROS.label());
    double[] at = seconds();
    double[] counts = column(SeriesColumn.CONNECTIONS_IN_USE.label());
    for (int row = 1; row < leases.length; row++) {
      double mean = (leases[row] - leases[row - 1]) / 1_000_000 / (at[row] - at[row - 1]);
      counts[row] = Double.isFinite(mean) ? mean : counts[row];
    }
    return counts;
  }

  /** Returns a column's points in the measured phase, each as [seconds, value]. */
  public List<double[]> curve(String name) {
    return curve(name, value -> value);
  }

  /**
   * Returns a counter's points minus {@code baseline}, the counter's value at the start of the
   * measured phase.
   */
  public List<double[]> since(String name, long baseline) {
    return curve(name, value -> Math.max(0, value - baseline));
  }

  private List<double[]> curve(String name, DoubleUnaryOperator change) {
    return known(name)
        .filter(this::measured)
        .mapToObj(row -> new double[] {seconds(row), change.applyAsDouble(values(name).get(row))})
        .toList();
  }

  public double max(String name) {
    return known(name).mapToDouble(values(name)::get).max().orElse(Double.NaN);
  }

  public double mean(String name) {
    return Arrays.stream(column(name)).filter(Double::isFinite).average().orElse(Double.NaN);
  }

  private IntStream known(String name) {
    List<Double> values = values(name);
    return IntStream.range(0, values.size()).filter(row -> Double.isFinite(values.get(row)));
  }

  /**
   * Returns a counter's mean growth per second in the measured phase. Returns NaN if the counter
   * was reset, or if fewer than two rows have a value.
   */
  public double perSecond(String name) {
    double[] at = known(name).mapToDouble(this::seconds).toArray();
    double[] values = known(name).mapToDouble(values(name)::get).toArray();
    int n = at.length;
    if (n < 2 || IntStream.range(1, n).anyMatch(i -> values[i] < values[i - 1])) {
      return Double.NaN;
    }
    double first = Math.max(0, at[0]);
    double last = Math.min((to - from) / 1000.0, at[n - 1]);
    double growth = between(at, values, last) - between(at, values, first);
    return last > first ? growth / (last - first) : Double.NaN;
  }

  private static double between(double[] at, double[] values, double time) {
    int next = 1;
    while (next < at.length - 1 && at[next] < time) {
      next++;
    }
    double part = (time - at[next - 1]) / (at[next] - at[next - 1]);
    return values[next - 1] + part * (values[next] - values[next - 1]);
  }

  /** Returns a counter's growth per second for each row in the measured phase; 0 if unknown. */
  public double[] rates(String name) {
    List<Double> values = values(name);
    return IntStream.range(1, values.size())
        .filter(row -> measured(row) && seconds(row) - seconds(row - 1) > MIN_RATE_SECONDS)
        .mapToDouble(row -> rate(values, row - 1, row))
        .map(rate -> Double.isFinite(rate) ? rate : 0)
        .toArray();
  }

  /** Returns a counter's growth per second as points [seconds, growth / {@code unit}]. */
  public List<double[]> growth(String name, double unit) {
    int[] rows = known(name).toArray();
    List<double[]> points = new ArrayList<>();
    for (int i = 1; i < rows.length; i++) {
      double rate = rate(values(name), rows[i - 1], rows[i]) / unit;
      if (measured(rows[i]) && rate >= 0 && Double.isFinite(rate)) {
        points.add(new double[] {seconds(rows[i]), rate});
      }
    }
    return points;
  }

  private double rate(List<Double> values, int from, int to) {
    return (values.get(to) - values.get(from)) / (seconds(to) - seconds(from));
  }

  public enum SeriesColumn {
    EPOCH_MS,
    ELAPSED_SECONDS,
    PHASE,
    REQUESTS,
    TRANSACTIONS,
    ERRORS,
    MEAN_MS,
    ACTIVE_USERS,
    INSTANCES,
    BUSY,
    REFERENCED,
    FREE,
    CONNECTIONS_IN_USE,
    CONNECTIONS_HELD,
    CONNECTIONS_OPEN,
    DATABASE_CONNECTIONS,
    DATABASE_ACTIVE,
    DATABASE_IDLE_IN_TRANSACTION,
    LOGICAL_PASSIVATIONS,
    SNAPSHOT_WRITES,
    SNAPSHOT_READS,
    ACTIVATIONS,
    RECYCLES,
    CPU_GENERATOR,
    CPU_TIER,
    CPU_DATABASE,
    GC_GENERATOR_MS,
    LAG_P95_MS,
    LEASE_MICROS,
    CPU_RELAY,
    CPU_RUNNER,
    CPU_MACHINE,
    CPU_STEAL,
    PROCESSORS;

    public static final String HEADER =
        Arrays.stream(values()).map(SeriesColumn::label).collect(Collectors.joining(","));

    private final String label = Names.camelCase(name());

    public String label() {
      return label;
    }

    public Counter counter() {
      return Counter.valueOf(name());
    }
  }
}
