package cloakroom.stress.run;

import cloakroom.stress.load.Events;
import cloakroom.stress.load.Finished;
import cloakroom.stress.load.Tick;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.watch.CpuMeter;
import cloakroom.stress.watch.CpuReading;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The load engine of one trial: drives the plan, and marks where the measured phase began and
 * ended.
 */
final class LoadEngine implements AutoCloseable {
  private static final Duration OBEY = Duration.ofSeconds(10);
  private static final Duration DASHBOARD = Duration.ofMinutes(15);

  private final CpuMeter tier;
  private final CpuMeter database;
  private final Consumer<Tick> progress;
  private final ChildProcess process;
  private volatile CpuMeter generator = CpuMeter.elsewhere();
  private volatile Tick last = Tick.NONE;
  private volatile long measuredFrom;
  private volatile long measuredTo;
  private volatile CpuReading cpuBefore = CpuReading.NONE;
  private volatile CpuReading cpuAfter = CpuReading.NONE;

  private LoadEngine(Launch launch, CpuMeter tier, CpuMeter database, Consumer<Tick> progress) {
    this.tier = tier;
    this.database = database;
    this.progress = progress;
    this.process = ChildProcess.start(launch, this::on);
  }

  /** Starts it; the load begins at once. */
  static LoadEngine start(
      Launch launch, CpuMeter tier, CpuMeter database, Consumer<Tick> progress) {
    return new LoadEngine(launch, tier, database, progress);
  }

  private void on(JsonNode event) {
    switch (event.path("event").asText()) {
      case Events.STARTED -> generator = CpuMeter.of(event.path("processId").asLong());
      case Events.MEASURED -> measured(event.path("at").asLong());
      case Events.TICK -> tick(Records.of(event, Tick.class));
      case Events.ENDED -> over(event.path("at").asLong(System.currentTimeMillis()));
      case Events.FINISHED, Events.FAILED -> over(System.currentTimeMillis());
      default -> {
        // an event of a later version
      }
    }
  }

  private void measured(long at) {
    cpuBefore = cpu();
    measuredFrom = at;
  }

  private void tick(Tick tick) {
    last = tick;
    progress.accept(tick);
  }

  /** The first to say so counts: what follows the load, the dashboard say, is not measured. */
  private void over(long at) {
    if (measuredTo == 0) {
      cpuAfter = cpu();
      measuredTo = at;
    }
  }

  /** CPU seconds of the three parties so far. */
  CpuReading cpu() {
    return CpuReading.of(generator, tier, database);
  }

  /** Completes when the measured phase begins. */
  CompletableFuture<JsonNode> measuring() {
    return process.first(Events.MEASURED);
  }

  /** Its last report. */
  Tick tick() {
    return last;
  }

  /**
   * Waits until the load is over, or ends it when the signal is raised.
   *
   * @throws StressFailure with the engine's own line if the plan cannot be run
   */
  void drive(StopSignal stop) {
    CompletableFuture<Object> over = over(process);
    CompletableFuture.anyOf(over, stop.future()).join();
    if (!over.isDone()) {
      process.send("stop");
      StopSignal.completes(over, OBEY);
    }
    over(System.currentTimeMillis());
    requireLoad(stop);
  }

  private static CompletableFuture<Object> over(ChildProcess process) {
    // an end without a word counts as an end: the exit code tells the rest
    return CompletableFuture.anyOf(
        process.first(Events.ENDED).exceptionally(e -> null),
        process.first(Events.FINISHED).exceptionally(e -> null),
        process.first(Events.FAILED).exceptionally(e -> null),
        process.gone());
  }

  private void requireLoad(StopSignal stop) {
    requireSuccess();
    boolean over = reported(Events.ENDED) || reported(Events.FINISHED);
    if (!over && !stop.raised()) {
      throw new StressFailure(StressFailure.INVALID, lost());
    }
    if (over && measuredFrom == 0 && !stop.raised()) {
      throw new StressFailure(StressFailure.INVALID, "the plan took no samples: nothing to report");
    }
  }

  private boolean reported(String event) {
    CompletableFuture<JsonNode> first = process.first(event);
    return first.isDone() && !first.isCompletedExceptionally();
  }

  private String lost() {
    String words = process.lastWords();
    return "the load engine ended before its load was over" + (words.isEmpty() ? "" : ": " + words);
  }

  /** Waits until its files, the dashboard included, are written. */
  LoadResult finish(StopSignal stop) {
    CompletableFuture<Object> written = CompletableFuture.anyOf(process.gone(), stop.future());
    boolean inTime = StopSignal.completes(written, DASHBOARD);
    if (inTime && !process.gone().isDone()) {
      StopSignal.completes(process.gone(), OBEY);
    }
    int exitCode = process.stop(Duration.ofSeconds(3));
    requireSuccess();
    return new LoadResult(
        measuredFrom, measuredTo, counts(), last, cpuAfter.since(cpuBefore), exitCode);
  }

  private void requireSuccess() {
    if (reported(Events.FAILED)) {
      throw failed();
    }
  }

  private StressFailure failed() {
    return new StressFailure(
        StressFailure.WRONG_USE, process.first(Events.FAILED).join().path("message").asText());
  }

  private Optional<Finished> counts() {
    return reported(Events.FINISHED)
        ? Optional.of(Records.of(process.first(Events.FINISHED).join(), Finished.class))
        : Optional.empty();
  }

  @Override
  public void close() {
    process.stop(Duration.ofSeconds(3));
  }
}
