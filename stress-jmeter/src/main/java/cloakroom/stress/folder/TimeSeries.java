package cloakroom.stress.folder;

import cloakroom.contract.Counter;
import cloakroom.platform.Names;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Columns of series.csv or server.csv of one trial: a row a second, in the measured phase and
 * around it. What was not sampled is not a number.
 */
public final class TimeSeries {
  /** The first column of both files: when a row was taken. */
  public static final String AT = SeriesColumn.EPOCH_MS.label();

  /** The columns of series.csv that figures and curves are made of. */
  static final List<String> NEEDED =
      List.of(
          ("instances connectionsInUse connectionsHeld databaseConnections logicalPassivations"
                  + " snapshotWrites activations gcGeneratorMs leaseMicros cpuGenerator cpuTier"
                  + " cpuDatabase cpuRelay cpuRunner cpuMachine cpuSteal processors")
              .split(" ", -1));

  /** The processor time of our own processes: what else the machine did is other work. */
  public static final List<SeriesColumn> OURS =
      List.of(
          SeriesColumn.CPU_GENERATOR,
          SeriesColumn.CPU_TIER,
          SeriesColumn.CPU_DATABASE,
          SeriesColumn.CPU_RELAY,
          SeriesColumn.CPU_RUNNER);

  /** Seconds; rows that follow each other sooner tell no rate, the kernel's clock is too coarse. */
  private static final double SHORTEST = 0.5;

  private final long from;
  private final long to;
  private final List<Long> times = new ArrayList<>();
  private final Map<String, List<Double>> columns = new LinkedHashMap<>();

  private TimeSeries(long from, long to) {
    this.from = from;
    this.to = to;
  }

  /** Reads some columns of a file, or all of them if none is named. */
  static TimeSeries read(
      Path file, String name, boolean tolerant, long from, long to, List<String> wanted) {
    TimeSeries series = new TimeSeries(from, to);
    CsvTable.read(
        file, name, tolerant, row -> series.add(row, wanted.isEmpty() ? row.names() : wanted));
    return series;
  }

  private void add(CsvTable row, List<String> wanted) {
    times.add(row.whole(AT));
    for (String name : wanted) {
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

  private boolean measured(int row) {
    return times.get(row) >= from && times.get(row) <= to;
  }

  private double seconds(int row) {
    return (times.get(row) - from) / 1000.0;
  }

  /** Seconds since the measured phase began, for each of its rows. */
  public double[] seconds() {
    return rows(times).filter(this::measured).mapToDouble(this::seconds).toArray();
  }

  private static IntStream rows(List<?> values) {
    return IntStream.range(0, values.size());
  }

  private double[] column(String name) {
    List<Double> values = values(name);
    return rows(values).filter(this::measured).mapToDouble(values::get).toArray();
  }

  /** Connections in use at each row: from the lease time since the row before, else the count. */
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

  /** A column over the measured phase, to be drawn. */
  public List<double[]> curve(String name) {
    return drawn(seconds(), column(name));
  }

  /** A cumulative counter, less what it stood at when the measured phase began, to be drawn. */
  public List<double[]> since(String name, long baseline) {
    return drawn(
        seconds(),
        Arrays.stream(column(name)).map(value -> Math.max(0, value - baseline)).toArray());
  }

  public static List<double[]> drawn(double[] seconds, double[] values) {
    return IntStream.range(0, seconds.length)
        .filter(i -> Double.isFinite(values[i]))
        .mapToObj(i -> new double[] {seconds[i], values[i]})
        .toList();
  }

  /** Largest value of all phases; not a number if nobody told one. */
  public double max(String name) {
    return known(name).mapToDouble(values(name)::get).max().orElse(Double.NaN);
  }

  /** Mean over the measured phase; not a number without a row. */
  public double mean(String name) {
    return Arrays.stream(column(name)).filter(Double::isFinite).average().orElse(Double.NaN);
  }

  private IntStream known(String name) {
    List<Double> values = values(name);
    return rows(values).filter(row -> Double.isFinite(values.get(row)));
  }

  /**
   * Returns the growth of a counter in a second of exactly the measured phase, as if it grew evenly
   * from row to row; NaN if there are fewer than two rows, or if it fell, as one that was reset.
   */
  public double perSecond(String name) {
    double[] at = known(name).mapToDouble(this::seconds).toArray();
    double[] values = known(name).mapToDouble(values(name)::get).toArray();
    if (at.length < 2
        || IntStream.range(1, values.length).anyMatch(i -> values[i] < values[i - 1])) {
      return Double.NaN;
    }
    double first = Math.max(0, at[0]);
    double last = Math.min((to - from) / 1000.0, at[at.length - 1]);
    return last > first
        ? (between(at, values, last) - between(at, values, first)) / (last - first)
        : Double.NaN;
  }

  /** By how much a counter grew in a second from row to row of the measured phase; 0 if unknown. */
  public double[] rates(String name) {
    double[] at = times.stream().mapToDouble(time -> time / 1000.0).toArray();
    List<Double> values = values(name);
    return IntStream.range(1, values.size())
        .filter(row -> measured(row) && at[row] - at[row - 1] > SHORTEST)
        .mapToDouble(row -> (values.get(row) - values.get(row - 1)) / (at[row] - at[row - 1]))
        .map(rate -> Double.isFinite(rate) ? rate : 0)
        .toArray();
  }

  /** A counter at a moment between two rows. */
  private static double between(double[] at, double[] values, double moment) {
    int next = 1;
    while (next < at.length - 1 && at[next] < moment) {
      next++;
    }
    double part = (moment - at[next - 1]) / (at[next] - at[next - 1]);
    return values[next - 1] + part * (values[next] - values[next - 1]);
  }

  /** Growth a second from row to row of the measured phase, divided by the unit, to be drawn. */
  public List<double[]> growth(String name, double unit) {
    int[] rows = known(name).toArray();
    List<double[]> points = new ArrayList<>();
    for (int i = 1; i < rows.length; i++) {
      double grown = values(name).get(rows[i]) - values(name).get(rows[i - 1]);
      double rate = grown / (seconds(rows[i]) - seconds(rows[i - 1])) / unit;
      if (measured(rows[i]) && rate >= 0 && Double.isFinite(rate)) {
        points.add(new double[] {seconds(rows[i]), rate});
      }
    }
    return points;
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

    /** The counter or gauge of the tier of that name. */
    public Counter counter() {
      return Counter.valueOf(name());
    }
  }
}
