package cloakroom.stress.trial;

import cloakroom.platform.SteadyTime;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.CountersFile.EnginePart;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.load.Events;
import cloakroom.stress.load.Events.Finished;
import cloakroom.stress.load.Tick;
import cloakroom.stress.monitor.CpuMeter;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.ChildProcess.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * JMeter process of one trial. Records start and end of the measured phase. The process starts
 * together with the tier, but sends no requests before {@link #begin}.
 */
final class LoadEngine implements AutoCloseable {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration DASHBOARD_TIMEOUT = Duration.ofMinutes(15);
  private final ChildProcess process;
  private volatile Supplier<CpuReading> cpu = () -> CpuReading.NONE;
  private volatile Predicate<Tick> progress = tick -> false;
  private volatile Consumer<JsonNode> counted = request -> {};
  private volatile Tick last = Tick.NONE;
  private volatile List<EnginePart> engines = List.of();
  private volatile long measuredFrom;
  private volatile long measuredTo;
  private volatile CpuReading cpuBefore = CpuReading.NONE;
  private volatile CpuReading cpuAfter = CpuReading.NONE;

  LoadEngine(Launch launch) {
    this.process = ChildProcess.start(launch, this::on);
  }

  /** Sets a listener that receives each completed request before the next request starts. */
  void counting(Consumer<JsonNode> listener) {
    counted = listener;
  }

  /** Starts the load. The load ends when {@code progress}, called each second, returns true. */
  void begin(Variant variant, Tiers tiers, CpuMeter database, Predicate<Tick> progress) {
    CpuMeter generator = CpuMeter.of(process.pid());
    this.cpu =
        () ->
            new CpuReading(
                generator.seconds(),
                tiers.cpuSeconds(),
                database.seconds(),
                tiers.relayCpuSeconds());
    this.progress = progress;
    List<String> target = JavaCommands.target(variant, tiers.addresses());
    process.send(Events.BEGIN + " " + String.join(" ", target));
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
      case Events.ENDED -> endMeasurement(event.path("at").asLong(SteadyTime.millis()));
      case Events.FINISHED, ChildProcess.FAILED -> endMeasurement(SteadyTime.millis());
      default -> {} // an event of a later version
    }
  }

  /** Marks the end of the measured phase. Only the first call has an effect. */
  private void endMeasurement(long at) {
    if (measuredTo == 0) {
      cpuAfter = cpu();
      measuredTo = at;
    }
  }

  CpuReading cpu() {
    return cpu.get();
  }

  CompletableFuture<JsonNode> measuring() {
    return process.first(Events.MEASURED);
  }

  Tick tick() {
    return last;
  }

  /**
   * Returns whether users are active in the measured phase. Before its first tick they are, unless
   * engines are remote: the phase begins with the first user of this machine.
   */
  boolean usersActive() {
    Tick tick = last;
    return tick.measured() ? tick.activeUsers() > 0 : measuredFrom > 0 && engines.isEmpty();
  }

  void drive(StopSignal stop) {
    // Null after a crash of the process, which requireSuccess then reports.
    CompletableFuture<JsonNode> over = process.first(Events.ENDED).exceptionally(e -> null);
    CompletableFuture<JsonNode> lost = process.first(Events.LOST);
    CompletableFuture.anyOf(over, stop.future(), lost.exceptionally(e -> null)).join();
    process.received(Events.LOST).map(this::lost).ifPresent(stop::raise);
    if (!over.isDone()) {
      process.send("stop");
      StopSignal.completes(over, STOP_TIMEOUT);
    }
    endMeasurement(SteadyTime.millis());
    process.requireSuccess();
    if (stop.raised()) {
      return;
    }
    if (process.received(Events.ENDED).or(() -> process.received(Events.FINISHED)).isEmpty()) {
      String reason = process.lastOutput().isEmpty() ? "" : ": " + process.lastOutput();
      throw StressFailure.invalid("the load engine ended before its load was over" + reason);
    }
    if (measuredFrom == 0) {
      throw StressFailure.invalid("the plan took no samples: nothing to report");
    }
  }

  private String lost(JsonNode event) {
    double seconds = Math.max(0, event.path("at").asLong() - measuredFrom) / 1000.0;
    String when =
        measuredFrom == 0 ? "warming up" : "%.0f s of the measured phase".formatted(seconds);
    return "engine %s was lost after %s: %s"
        .formatted(event.path("engine").asText(), when, event.path("why").asText());
  }

  Result finish(StopSignal stop) {
    CompletableFuture<Object> written = CompletableFuture.anyOf(process.exited(), stop.future());
    if (StopSignal.completes(written, DASHBOARD_TIMEOUT)) {
      StopSignal.completes(process.exited(), STOP_TIMEOUT);
    }
    int exitCode = process.stop(Duration.ofSeconds(3));
    process.requireSuccess();
    Finished total =
        process
            .received(Events.FINISHED)
            .map(event -> Records.of(event, Finished.class))
            .orElse(new Finished(last.requests(), last.transactions(), last.errors(), true));
    CountersFile.EngineReport engine =
        new CountersFile.EngineReport(
            total.requests(),
            total.transactions(),
            total.errors(),
            last.cpuSeconds(),
            last.gcMillis(),
            exitCode,
            total.cutShort());
    CpuReading used = cpuAfter.since(cpuBefore);
    if (!engines.isEmpty()) { // remote engines report their CPU time, if they can
      Stream<Double> each = engines.stream().map(EnginePart::cpuSeconds);
      double all = each.mapToDouble(seconds -> seconds == null ? Double.NaN : seconds).sum();
      used = new CpuReading(all, used.tier(), used.database(), used.relay());
    }
    return new Result(measuredFrom, measuredTo, engine, used, engines);
  }

  @Override
  public void close() {
    process.stop(Duration.ofSeconds(3));
  }

  /** Counts and CPU time of the measured phase; {@code from} and {@code to} are epoch ms. */
  record Result(
      long from,
      long to,
      CountersFile.EngineReport engine,
      CpuReading cpu,
      List<EnginePart> engines) {}
}
