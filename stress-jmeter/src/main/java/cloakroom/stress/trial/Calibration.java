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
 * Finds one pause for all variants, with which the variant that needs most CPU time keeps the
 * machine about half busy. A machine that is busier measures its own queues.
 */
final class Calibration {
  /** Arguments of the load engine on top of the trial's: seconds of load, with both pages in it. */
  static final String[] SHORT = {
    "-Jwarmup_users=0", "-Jduration_s=4", "-Jiterations=100", "-Jramp_s=1", "-Jthink_ms=300"
  };

  static final Duration MIN_PAUSE = Duration.ofMillis(200);
  static final Duration MAX_PAUSE = Duration.ofSeconds(10);

  private static final double BUSY = 0.5;
  private static final long STEP_MS = 10;

  private final int users;
  private final int processors;
  private final Map<String, List<CalibrationReading>> readings = new LinkedHashMap<>();

  Calibration(int users, int processors) {
    this.users = users;
    this.processors = processors;
  }

  private record CalibrationReading(long transactions, double cpuSeconds) {}

  /**
   * Adds a reading of a variant.
   *
   * @param transactions completed so far
   * @param cpu used so far by all processes; not a number for one that is remote
   */
  void add(String variant, long transactions, CpuReading cpu) {
    double all =
        DoubleStream.of(cpu.generator(), cpu.tier(), cpu.database(), cpu.relay())
            .filter(Double::isFinite)
            .sum();
    readings
        .computeIfAbsent(variant, v -> new ArrayList<>())
        .add(new CalibrationReading(transactions, all));
  }

  /**
   * CPU time of a transaction by variant, in milliseconds: of the later half of the transactions,
   * because the JIT compilers use much of it in the first half.
   */
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
    CalibrationReading half = readings.get(0);
    for (CalibrationReading reading : readings) {
      half = 2 * reading.transactions() <= last.transactions() ? reading : half;
    }
    return 1000
        * (last.cpuSeconds() - half.cpuSeconds())
        / (last.transactions() - half.transactions());
  }

  private Map.Entry<String, Double> highest() {
    return Collections.max(cpuMillis().entrySet(), Map.Entry.comparingByValue());
  }

  /** Returns the pause; fails if the machine cannot sustain the users even with long pauses. */
  Duration pause() {
    double needed = users * highest().getValue() / (BUSY * processors);
    if (needed > MAX_PAUSE.toMillis()) {
      throw StressFailure.wrongUse(
          "--users %d: this machine cannot sustain them: a transaction of variant '%s' needs %.0f ms"
              + " of CPU time, so %d processors are half busy with pauses of %.0f s (maximum %s);"
              + " use at most --users %d, or write --think",
          users,
          highest().getKey(),
          highest().getValue(),
          processors,
          needed / 1000,
          Durations.format(MAX_PAUSE),
          (int) (users * MAX_PAUSE.toMillis() / needed));
    }
    long millis = (long) Math.ceil(needed / STEP_MS) * STEP_MS;
    return Duration.ofMillis(Math.max(MIN_PAUSE.toMillis(), millis));
  }

  /** Returns the reason for the pause, as the end of a sentence. */
  String reason() {
    boolean least = pause().equals(MIN_PAUSE);
    return "%s needs most CPU time, %.1f ms for each transaction, so that %d users keep %s half of %d %s busy"
        .formatted(
            highest().getKey(),
            highest().getValue(),
            users,
            least ? "at most" : "about",
            processors,
            processors == 1 ? "processor" : "processors");
  }
}
