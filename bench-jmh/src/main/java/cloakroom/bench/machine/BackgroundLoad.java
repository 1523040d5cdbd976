package cloakroom.bench.machine;

import cloakroom.platform.MachineTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Processor time that other processes and the hypervisor took from this machine in given spans.
 * Without {@code /proc} it is not known.
 */
public final class BackgroundLoad {
  /** Processor seconds below which the kernel's ticks are too coarse. */
  private static final double MIN_PROCESSOR_SECONDS = 2;

  private final Supplier<LoadReading> clock;
  private double taken;
  private double all;

  /**
   * Readings of one moment.
   *
   * @param own processor seconds of the benchmark's processes so far
   */
  record LoadReading(double seconds, Optional<MachineTime> machine, double own) {
    static LoadReading now(LongStream own) {
      double millis = own.mapToDouble(ProcessTimes::millis).sum();
      return new LoadReading(System.nanoTime() / 1e9, MachineTime.now(), millis / 1e3);
    }
  }

  BackgroundLoad(Supplier<LoadReading> clock) {
    this.clock = clock;
  }

  /** Monitors all processes except this one, these and their descendants. */
  public static BackgroundLoad excluding(long... own) {
    long self = ProcessHandle.current().pid();
    return new BackgroundLoad(
        () -> LoadReading.now(LongStream.concat(LongStream.of(self), LongStream.of(own))));
  }

  /** Begins a span, which ends when the returned object runs. */
  public Runnable begin() {
    LoadReading from = clock.get();
    return () -> add(from, clock.get());
  }

  private void add(LoadReading from, LoadReading to) {
    if (from.machine().isPresent() && to.machine().isPresent()) {
      MachineTime before = from.machine().get();
      MachineTime after = to.machine().get();
      double others = after.busy() - before.busy() - (to.own() - from.own());
      taken += Math.max(0, others) + after.steal() - before.steal();
      all += (to.seconds() - from.seconds()) * after.processors();
    }
  }

  /** Returns a sentence if the load was high enough to affect the results; empty otherwise. */
  public List<String> warning() {
    double percent = 100 * taken / all;
    return all >= MIN_PROCESSOR_SECONDS && percent > MachineTime.DISTURBING
        ? List.of(
            String.format(
                Locale.ROOT,
                "noisy machine: background CPU load of %.0f %%, above %.0f %%",
                percent,
                MachineTime.DISTURBING))
        : List.of();
  }
}
