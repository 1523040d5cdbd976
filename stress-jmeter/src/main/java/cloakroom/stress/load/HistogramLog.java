package cloakroom.stress.load;

import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.Times;
import cloakroom.stress.process.StressFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.HdrHistogram.Recorder;

/**
 * Times of the measured phase as an HdrHistogram interval log, one interval a second, values in
 * milliseconds. Many threads record without waiting for each other; one thread writes.
 */
final class HistogramLog implements AutoCloseable {
  private static final long LONGEST = 3_600_000;

  private final Recorder recorder = new Recorder(LONGEST, 3);
  private final Histogram all = new Histogram(LONGEST, 3);
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final HistogramLogWriter writer = new HistogramLogWriter(text);
  private final Path path;
  private final OutputStream file;
  private Histogram interval;
  private IOException failure;

  HistogramLog(Path path) throws IOException {
    this.path = path;
    this.file = Files.newOutputStream(path);
    writer.outputComment("[Values are milliseconds]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(SteadyTime.millis());
    writer.outputLegend();
  }

  void begin() {
    recorder.reset();
  }

  void record(long milliseconds) {
    recorder.recordValue(Math.min(Math.max(milliseconds, 0), LONGEST));
  }

  /**
   * Writes the interval that ends now, an empty one too, so that the log has no holes; returns its
   * 95th percentile, or not a number if nothing was recorded.
   */
  double writeInterval() {
    interval = recorder.getIntervalHistogram(interval);
    all.add(interval);
    writer.outputIntervalHistogram(
        interval.getStartTimeStamp() / 1000.0, interval.getEndTimeStamp() / 1000.0, interval, 1.0);
    write();
    return interval.getTotalCount() == 0 ? Double.NaN : interval.getValueAtPercentile(95);
  }

  /** Mean, percentiles and maximum of all intervals so far; for the thread that writes them. */
  Map<String, Double> summary() {
    return Times.summary(all, 1);
  }

  /** The log's own print stream would not tell why it cannot write. */
  private void write() {
    try {
      text.writeTo(file);
    } catch (IOException e) {
      failure = e;
    }
    text.reset();
  }

  /** Ends the log; fails if it could not be written, or not all of it. */
  @Override
  public void close() {
    write();
    try (file) {
      if (failure != null) {
        throw failure;
      }
    } catch (IOException e) {
      throw StressFailure.cannotWrite(path, e);
    }
  }
}
