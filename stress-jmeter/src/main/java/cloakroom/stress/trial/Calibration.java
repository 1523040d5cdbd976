package cloakroom.stress.trial;

import cloakroom.command.Durations;
import cloakroom.stress.monitor.CpuMeter.CpuReading;
import cloakroom.stress.process.StressFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;

/**
 * Search for one think time for all variants. With it, the variant with the most CPU time per
 * transaction uses half the processors. At a higher load, requests would wait for a processor.
 */
final class Calibration {
  static final String[] SHORT = {
    "-Jwarmup_users=0", "-Jduration_s=4", "-Jiterations=100", "-Jramp_s=1", "-Jthink_ms=300"
  };

  static final Duration MIN_PAUSE = Duration.ofMillis(200);
  static final Duration MAX_PAUSE = Duration.ofSeconds(10);
  private static final double UTILIZATION = 0.5;
  private static final long STEP_MS = 10;
  private final int users;
  private final int processors;
  private final Map<String, List<CalibrationReading>> readings = new LinkedHashMap<>();

  Calibration(int users, int processors) {
    this.users = users;
    this.processors = processors;
  }

  private record CalibrationReading(long transactions, double cpuSeconds) {}

  /** Adds a variant's total transactions and CPU times so far. Ignores NaN of remote processes. */
  void add(String variant, long transactions, CpuReading cpu) {
    DoubleStream all = DoubleStream.of(cpu.generator(), cpu.tier(), cpu.database(), cpu.relay());
    readings
        .computeIfAbsent(variant, v -> new ArrayList<>())
        .add(new CalibrationReading(transactions, all.filter(Double::isFinite).sum()));
  }

  /** Returns CPU ms per transaction by variant. Omits the first half, in which the JIT compiles. */
  Map<String, Double> cpuMillis() {
    Map<String, Double> all = new LinkedHashMap<>();
    readings.forEach((variant, some) -> all.put(variant, cpuMillis(variant, some)));
    return all;
  }

  private static double cpuMillis(String variant, List<CalibrationReading> readings) {
    CalibrationReading last = readings.get(readings.size() - 1);
    if (last.transactions() == 0) {
      throw StressFailure.wrongUse(
          "--think auto: variant '%s' completed no transaction in the calibration; write a pause"
              + " such as --think 300ms",
          variant);
    }
    CalibrationReading half =
        readings.stream()
            .filter(reading -> 2 * reading.transactions() <= last.transactions())
            .reduce(readings.get(0), (earlier, later) -> later);
    double seconds = last.cpuSeconds() - half.cpuSeconds();
    return 1000 * seconds / (last.transactions() - half.transactions());
  }

  private Map.Entry<String, Double> highest() {
    return Collections.max(cpuMillis().entrySet(), Map.Entry.comparingByValue());
  }

  /** Returns the think time; throws StressFailure if it would exceed {@link #MAX_PAUSE}. */
  Duration pause() {
    Map.Entry<String, Double> most = highest();
    double needed = users * most.getValue() / (UTILIZATION * processors);
    String maximum = Durations.format(MAX_PAUSE);
    int possible = (int) (users * MAX_PAUSE.toMillis() / needed);
    if (needed > MAX_PAUSE.toMillis()) {
      throw StressFailure.wrongUse(
          "--users %d: this machine cannot sustain them: a transaction of variant '%s' needs %.0f ms"
              + " of CPU time, so %d processors are half busy with pauses of %.0f s (maximum %s);"
              + " use at most --users %d, or write --think",
          users, most.getKey(), most.getValue(), processors, needed / 1000, maximum, possible);
    }
    long millis = (long) Math.ceil(needed / STEP_MS) * STEP_MS;
    return Duration.ofMillis(Math.max(MIN_PAUSE.toMillis(), millis));
  }

  String reason() {
    Map.Entry<String, Double> most = highest();
    String part = pause().equals(MIN_PAUSE) ? "at most" : "about";
    String machine = processors + (processors == 1 ? " processor" : " processors");
    return "%s needs most CPU time, %.1f ms for each transaction, so that %d users keep %s half of %s busy"
        .formatted(most.getKey(), most.getValue(), users, part, machine);
  }
}
