package cloakroom.stress.monitor;

import cloakroom.contract.Counter;
import cloakroom.contract.NodeReport;
import cloakroom.platform.Daemons;
import cloakroom.platform.MachineTime;
import cloakroom.platform.OneLine;
import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.TimeSeries.SeriesColumn;
import cloakroom.stress.load.Tick;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Recorder of {@code series.csv}, which contains one row of metrics per second. */
public final class SeriesRecorder implements AutoCloseable {
  public record Machine(Optional<MachineTime> all, double runner) {
    public static Machine now() {
      OperatingSystemMXBean self = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      return new Machine(MachineTime.now(), Math.max(0, self.getProcessCpuTime() / 1e9));
    }
  }

  private static final long GRACE_SECONDS = 5;

  private final CsvAppender file;
  private final LongFunction<SeriesRow> rows;
  private final Consumer<SeriesRow> written;
  private final Consumer<String> notes;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(Daemons.named("sampler"));
  private final AtomicLong failed = new AtomicLong();
  private volatile String firstFailure = "";
  private long firstRow;

  /**
   * Records a row immediately and then every {@code periodMs} milliseconds. {@code rows} creates
   * the row for a time in epoch milliseconds. {@code written} receives each row and must not block.
   * {@code notes} receives the error message of the first failure.
   */
  public SeriesRecorder(
      Path file,
      LongFunction<SeriesRow> rows,
      Consumer<SeriesRow> written,
      Consumer<String> notes,
      long periodMs) {
    this.file = new CsvAppender(file, SeriesColumn.HEADER);
    this.rows = rows;
    this.written = written;
    this.notes = notes;
    var unused = clock.scheduleAtFixedRate(this::sample, 0, periodMs, TimeUnit.MILLISECONDS);
  }

  private void sample() {
    try {
      long now = SteadyTime.millis();
      firstRow = firstRow == 0 ? now : firstRow;
      SeriesRow row = rows.apply(now);
      file.row(row.csv(firstRow));
      written.accept(row);
    } catch (IOException | RuntimeException e) { // otherwise the executor would stop
      if (failed.getAndIncrement() == 0) {
        firstFailure = OneLine.withoutSecrets(OneLine.of(e));
        notes.accept("series.csv: a sample failed: " + firstFailure);
      }
    }
  }

  public String failures() {
    long n = failed.get();
    return n == 0 ? "" : "failed samples: %d, the first: %s".formatted(n, firstFailure);
  }

  @Override
  public void close() {
    clock.execute(this::sample);
    Daemons.end(clock, GRACE_SECONDS);
    file.close();
  }

  /**
   * Row with metrics of load generator, tier, database and operating system at one time. If a
   * source did not respond, its cells are empty.
   */
  public record SeriesRow(
      long epochMs,
      Tick tick,
      Optional<NodeReport> tier,
      Optional<DatabaseMonitor.Activity> database,
      CpuReading cpu,
      Machine machine) {
    String csv(long firstMs) {
      Stream<SeriesColumn> columns = Arrays.stream(SeriesColumn.values());
      return columns.map(column -> cell(column, firstMs)).collect(Collectors.joining(","));
    }

    private String cell(SeriesColumn column, long firstMs) {
      return switch (column) {
        case EPOCH_MS -> Long.toString(epochMs);
        case ELAPSED_SECONDS -> decimal((epochMs - firstMs) / 1000.0);
        case PHASE -> tick.phase();
        case REQUESTS -> Long.toString(tick.requests());
        case TRANSACTIONS -> Long.toString(tick.transactions());
        case ERRORS -> Long.toString(tick.errors());
        case MEAN_MS -> decimal(tick.meanMs());
        case ACTIVE_USERS -> Integer.toString(tick.activeUsers());
        case DATABASE_CONNECTIONS -> seen(DatabaseMonitor.Activity::connections);
        case DATABASE_ACTIVE -> seen(DatabaseMonitor.Activity::active);
        case DATABASE_IDLE_IN_TRANSACTION -> seen(DatabaseMonitor.Activity::idleInTransaction);
        case CPU_GENERATOR -> decimal(cpu.generator());
        case CPU_TIER -> decimal(cpu.tier());
        case CPU_DATABASE -> decimal(cpu.database());
        case CPU_RELAY -> decimal(cpu.relay());
        case GC_GENERATOR_MS -> Long.toString(tick.gcMillis());
        case LAG_P95_MS -> decimal(tick.lagP95Ms());
        case CPU_RUNNER -> decimal(machine.runner());
        case CPU_MACHINE -> machine.all().map(all -> decimal(all.busy())).orElse("");
        case CPU_STEAL -> machine.all().map(all -> decimal(all.steal())).orElse("");
        case PROCESSORS -> machine.all().map(all -> Integer.toString(all.processors())).orElse("");
        default -> counted(column.counter());
      };
    }

    private String seen(ToIntFunction<DatabaseMonitor.Activity> part) {
      return database.map(activity -> Integer.toString(part.applyAsInt(activity))).orElse("");
    }

    private String counted(Counter counter) {
      return tier.map(counter.isGauge() ? NodeReport::gauges : NodeReport::counters)
          .map(values -> values.get(counter.label()))
          .map(value -> value.toString())
          .orElse("");
    }

    private static String decimal(double value) {
      return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
    }
  }
}
