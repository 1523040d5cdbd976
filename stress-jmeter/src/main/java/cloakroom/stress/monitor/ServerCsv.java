package cloakroom.stress.monitor;

import cloakroom.platform.Daemons;
import cloakroom.platform.OneLine;
import cloakroom.stress.folder.ServerWork;
import cloakroom.stress.folder.TimeSeries;
import cloakroom.stress.monitor.DatabaseMonitor.ServerRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Writes {@code server.csv}, a row for each tick of the sampler that the server answered in time:
 * its counters as they stand, with the moment of that tick. A tick costs its caller nothing: it is
 * handed to a thread of this class, and when that still waits for the last answer, or gets its
 * answer late, the row is left out and counted as a gap. What failed last is kept, in one line.
 */
final class ServerCsv implements ServerRecord {
  private static final long GRACE_SECONDS = 3;

  private final CsvAppender file;
  private final ServerMetrics metrics;
  private final List<String> columns;
  private final long lateNanos;
  private final AtomicBoolean busy = new AtomicBoolean();
  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong gaps = new AtomicLong();
  private volatile String failure = "";

  /** Answers one tick after the other. */
  final ExecutorService thread = Executors.newSingleThreadExecutor(Daemons.named("server metrics"));

  /** Opens the file; after so many milliseconds an answer is too late for its tick. */
  ServerCsv(Path file, ServerMetrics metrics, long lateMs) {
    this.metrics = metrics;
    this.columns = metrics.columns();
    this.file = new CsvAppender(file, TimeSeries.AT + "," + String.join(",", columns));
    this.lateNanos = TimeUnit.MILLISECONDS.toNanos(lateMs);
  }

  @Override
  public void tick(long epochMs) {
    long begun = System.nanoTime();
    try {
      if (busy.compareAndSet(false, true)) {
        thread.execute(() -> sample(epochMs, begun));
        return;
      }
    } catch (RejectedExecutionException e) {
      // a tick that came after the end
    }
    gaps.incrementAndGet();
  }

  private void sample(long epochMs, long begun) {
    try {
      Map<String, Long> figures = metrics.read();
      if (System.nanoTime() - begun > lateNanos) {
        gaps.incrementAndGet();
      } else {
        file.row(row(epochMs, figures));
        rows.incrementAndGet();
      }
    } catch (SQLException | IOException | RuntimeException e) {
      failure = OneLine.withoutSecrets(OneLine.of(e));
      gaps.incrementAndGet();
    } finally {
      busy.set(false);
    }
  }

  private String row(long epochMs, Map<String, Long> figures) {
    return columns.stream()
        .map(column -> figures.containsKey(column) ? figures.get(column).toString() : "")
        .collect(Collectors.joining(",", epochMs + ",", ""));
  }

  @Override
  public ServerWork told() {
    return new ServerWork(metrics.product(), metrics.groups(), rows.get(), gaps.get(), failure);
  }

  @Override
  public void close() {
    Daemons.end(thread, GRACE_SECONDS);
    file.close();
  }
}
