package cloakroom.stress.watch;

import cloakroom.contract.NodeReport;
import cloakroom.stress.files.SeriesColumn;
import cloakroom.stress.load.Tick;
import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Writes {@code series.csv}: a row each second, from all sources, until it is closed. */
public final class Sampler implements AutoCloseable {
  /**
   * Where the rows come from.
   *
   * @param tick the engine's last report
   * @param tier the tier's counters
   * @param database the tier's connections as the database sees them
   * @param cpu CPU seconds so far
   * @param server told the moment of each row, in epoch milliseconds; must return at once
   */
  public record Sources(
      Supplier<Tick> tick,
      Supplier<Optional<NodeReport>> tier,
      Supplier<Optional<DatabaseWatch.Activity>> database,
      Supplier<CpuReading> cpu,
      LongConsumer server) {}

  private final Path file;
  private final Sources sources;
  private final Writer out;
  private final ScheduledExecutorService clock;
  private long firstRow;

  private Sampler(Path file, Sources sources, Writer out) {
    this.file = file;
    this.sources = sources;
    this.out = out;
    this.clock =
        Executors.newSingleThreadScheduledExecutor(
            r -> {
              Thread thread = new Thread(r, "sampler");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Starts to sample, at once and then every second. */
  public static Sampler start(Path file, Sources sources) {
    return start(file, sources, 1_000);
  }

  static Sampler start(Path file, Sources sources, long periodMs) {
    try {
      Sampler sampler = new Sampler(file, sources, Files.newBufferedWriter(file));
      sampler.line(SeriesColumn.HEADER);
      var unused =
          sampler.clock.scheduleAtFixedRate(sampler::sample, 0, periodMs, TimeUnit.MILLISECONDS);
      return sampler;
    } catch (IOException e) {
      throw StressFailure.cannotWrite(file, e);
    }
  }

  private void sample() {
    try {
      line(row().csv());
    } catch (IOException | RuntimeException e) {
      // a second without a row is a gap in a chart; an exception would end the series
    }
  }

  private SeriesRow row() {
    long now = System.currentTimeMillis();
    firstRow = firstRow == 0 ? now : firstRow;
    sources.server().accept(now);
    return new SeriesRow(
        now,
        (now - firstRow) / 1000.0,
        sources.tick().get(),
        sources.tier().get(),
        sources.database().get(),
        sources.cpu().get());
  }

  private void line(String text) throws IOException {
    out.write(text + "\n");
    out.flush();
  }

  /** Writes a last row and ends. */
  @Override
  public void close() {
    clock.execute(this::sample);
    clock.shutdown();
    try {
      if (!clock.awaitTermination(5, TimeUnit.SECONDS)) {
        clock.shutdownNow();
      }
      out.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw StressFailure.cannotWrite(file, e);
    }
  }
}
