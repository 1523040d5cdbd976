package cloakroom.stress.trial;

import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.EnginePart;
import cloakroom.stress.load.Events;
import cloakroom.stress.load.Events.Finished;
import cloakroom.stress.load.Tick;
import cloakroom.stress.monitor.CpuMeter;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The load engine of one trial; marks where the measured phase began and ended. It is started
 * before the tier is ready, so that both start at the same time, and then told to begin.
 */
final class LoadEngine implements AutoCloseable {
  private static final Duration OBEY = Duration.ofSeconds(10);
  private static final Duration DASHBOARD = Duration.ofMinutes(15);

  private final ChildProcess process;
  private volatile Function<CpuMeter, CpuReading> cpu = generator -> CpuReading.NONE;
  private volatile Predicate<Tick> progress = tick -> false;
  private volatile Consumer<JsonNode> counted = request -> {};
  private volatile CpuMeter generator = CpuMeter.elsewhere();
  private volatile Tick last = Tick.NONE;
  private volatile List<EnginePart> engines = List.of();
  private volatile long measuredFrom;
  private volatile long measuredTo;
  private volatile CpuReading cpuBefore = CpuReading.NONE;
  private volatile CpuReading cpuAfter = CpuReading.NONE;

  /** Starts it. */
  LoadEngine(Launch launch) {
    this.process = ChildProcess.start(launch, this::on);
    this.generator = CpuMeter.of(process.pid());
  }

  /** Sets the listener of a load that is counted; it gets each request before the next begins. */
  LoadEngine counting(Consumer<JsonNode> listener) {
    counted = listener;
    return this;
  }

  /**
   * Begins the load and returns this engine.
   *
   * @param target properties of the plan that tell where the tier is, NAME=VALUE each
   * @param cpu reads what all parties have used, with the generator that it is given
   * @param progress hears each tick, and says whether the load has shown enough and may end
   */
  LoadEngine begin(
      List<String> target, Function<CpuMeter, CpuReading> cpu, Predicate<Tick> progress) {
    this.cpu = cpu;
    this.progress = progress;
    process.send(Events.BEGIN + " " + String.join(" ", target));
    return this;
  }

  private void on(JsonNode event) {
    switch (event.path("event").asText()) {
      case Events.MEASURED -> {
        cpuBefore = cpu();
        measuredFrom = event.path("at").asLong();
      }
      case Events.TICK -> {
        last = Records.of(event, Tick.class);
        if (progress.test(last)) {
          process.send(Events.ENOUGH);
        }
      }
      case Events.ENGINES ->
          engines = List.of(Records.of(event.path("engines"), EnginePart[].class));
      case Events.REQUEST -> {
        counted.accept(event);
        process.send(Events.COUNTED);
      }
      case Events.ENDED -> over(event.path("at").asLong(SteadyTime.millis()));
      case Events.FINISHED, ChildProcess.FAILED -> over(SteadyTime.millis());
      default -> {
        // an event of a later version
      }
    }
  }

  /** The first to say so counts: what follows the load, the dashboard say, is not measured. */
  private void over(long at) {
    if (measuredTo == 0) {
      cpuAfter = cpu();
      measuredTo = at;
    }
  }

  CpuReading cpu() {
    return cpu.apply(generator);
  }

  CompletableFuture<JsonNode> measuring() {
    return process.first(Events.MEASURED);
  }

  Tick tick() {
    return last;
  }

  /** Waits until the load is over, or ends it when the signal is raised. */
  void drive(StopSignal stop) {
    // an end without a word counts as an end: the exit code tells the rest
    CompletableFuture<JsonNode> over = process.first(Events.ENDED).exceptionally(e -> null);
    CompletableFuture<JsonNode> lost = process.first(Events.LOST);
    CompletableFuture.anyOf(over, stop.future(), lost.exceptionally(e -> null)).join();
    process.told(Events.LOST).map(this::lost).ifPresent(stop::raise);
    if (!over.isDone()) {
      process.send("stop");
      StopSignal.completes(over, OBEY);
    }
    over(SteadyTime.millis());
    requireLoad(stop);
  }

  private String lost(JsonNode event) {
    double seconds = Math.max(0, event.path("at").asLong() - measuredFrom) / 1000.0;
    String when =
        measuredFrom == 0 ? "warming up" : "%.0f s of the measured phase".formatted(seconds);
    return "engine %s was lost after %s: %s"
        .formatted(event.path("engine").asText(), when, event.path("why").asText());
  }

  private void requireLoad(StopSignal stop) {
    process.requireSuccess();
    boolean over = process.told(Events.ENDED).or(() -> process.told(Events.FINISHED)).isPresent();
    if (!over && !stop.raised()) {
      String words = process.lastWords();
      throw StressFailure.invalid(
          "the load engine ended before its load was over" + (words.isEmpty() ? "" : ": " + words));
    }
    if (over && measuredFrom == 0 && !stop.raised()) {
      throw StressFailure.invalid("the plan took no samples: nothing to report");
    }
  }

  /** Waits until its files, the dashboard included, are written. */
  Result finish(StopSignal stop) {
    CompletableFuture<Object> written = CompletableFuture.anyOf(process.gone(), stop.future());
    boolean inTime = StopSignal.completes(written, DASHBOARD);
    if (inTime && !process.gone().isDone()) {
      StopSignal.completes(process.gone(), OBEY);
    }
    int exitCode = process.stop(Duration.ofSeconds(3));
    process.requireSuccess();
    Finished total =
        process
            .told(Events.FINISHED)
            .map(event -> Records.of(event, Finished.class))
            .orElseGet(
                () -> new Finished(last.requests(), last.transactions(), last.errors(), true));
    CountersFile.EngineReport engine =
        new CountersFile.EngineReport(
            total.requests(),
            total.transactions(),
            total.errors(),
            last.cpuSeconds(),
            last.gcMillis(),
            exitCode,
            total.cutShort());
    return new Result(measuredFrom, measuredTo, engine, used(), engines);
  }

  /** Engines elsewhere tell their own processor time, if they can. */
  private CpuReading used() {
    CpuReading here = cpuAfter.since(cpuBefore);
    if (engines.isEmpty()) {
      return here;
    }
    double all =
        engines.stream()
            .mapToDouble(one -> one.cpuSeconds() == null ? Double.NaN : one.cpuSeconds())
            .sum();
    return new CpuReading(all, here.tier(), here.database(), here.relay());
  }

  @Override
  public void close() {
    process.stop(Duration.ofSeconds(3));
  }

  /**
   * What the load engine left behind besides its files.
   *
   * @param from when the measured phase began, epoch milliseconds
   * @param to when it ended
   * @param engine what it counted, as far as it told, and used
   * @param cpu the CPU seconds of that phase
   * @param engines those elsewhere that made the load, if it was not made here
   */
  record Result(
      long from,
      long to,
      CountersFile.EngineReport engine,
      CpuReading cpu,
      List<EnginePart> engines) {}
}
