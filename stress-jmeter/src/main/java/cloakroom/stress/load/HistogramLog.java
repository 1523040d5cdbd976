package cloakroom.stress.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
  private final java.io.PrintStream file;
  private final HistogramLogWriter writer;
  private Histogram interval;

  HistogramLog(Path path) throws IOException {
    file = new java.io.PrintStream(Files.newOutputStream(path), false, StandardCharsets.UTF_8);
    writer = new HistogramLogWriter(file);
    writer.outputComment("[Values are milliseconds]");
    writer.outputLogFormatVersion();
    writer.outputStartTime(System.currentTimeMillis());
    writer.outputLegend();
  }

  /** Begins the first interval now. */
  void begin() {
    recorder.reset();
  }

  void record(long milliseconds) {
    recorder.recordValue(Math.min(Math.max(milliseconds, 0), LONGEST));
  }

  /** Writes the interval that ends now; an empty one too, so that the log has no holes. */
  void writeInterval() {
    interval = recorder.getIntervalHistogram(interval);
    writer.outputIntervalHistogram(
        interval.getStartTimeStamp() / 1000.0, interval.getEndTimeStamp() / 1000.0, interval, 1.0);
    file.flush();
  }

  @Override
  public void close() {
    file.close();
    if (file.checkError()) {
      throw new UncheckedIOException(new IOException("a histogram log could not be written"));
    }
  }
}
