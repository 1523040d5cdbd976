package cloakroom.stress.load;

import cloakroom.contract.SteadyTime;
import cloakroom.stress.files.Times;
import cloakroom.stress.process.StressFailure;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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
  private final Path path;
  private final Sink sink;
  private final PrintStream file;
  private final HistogramLogWriter writer;
  private Histogram interval;

  HistogramLog(Path path) throws IOException {
    this.path = path;
    sink = new Sink(Files.newOutputStream(path));
    file = new PrintStream(sink, false, StandardCharsets.UTF_8);
    writer = new HistogramLogWriter(file);
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
    file.flush();
    return interval.getTotalCount() == 0 ? Double.NaN : interval.getValueAtPercentile(95);
  }

  /** Mean, percentiles and maximum of all intervals so far; for the thread that writes them. */
  Map<String, Double> summary() {
    return Times.summary(all, 1);
  }

  /** Ends the log; fails if it could not be written, or not all of it. */
  @Override
  public void close() {
    file.close();
    if (sink.failure != null) {
      throw StressFailure.cannotWrite(path, sink.failure);
    }
  }

  /** Remembers why a write failed, which a print stream does not tell. */
  private static final class Sink extends FilterOutputStream {
    private IOException failure;

    Sink(OutputStream file) {
      super(file);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      try {
        out.write(bytes, from, count);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }
}
