package cloakroom.bench.machine;

import cloakroom.platform.MachineTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Meter of the processor time that other processes and the hypervisor used while a benchmark ran.
 * Without {@code /proc}, the meter measures nothing and never warns.
 */
public final class BackgroundLoad {
  private static final double MIN_PROCESSOR_SECONDS = 2; // the kernel's ticks are coarse
  private final Supplier<LoadReading> clock;
  private double taken;
  private double all;

  record LoadReading(double seconds, Optional<MachineTime> machine, double own) {}

  BackgroundLoad(Supplier<LoadReading> clock) {
    this.clock = clock;
  }

  /** Returns a meter that ignores this JVM, the processes {@code own} and all their descendants. */
  public static BackgroundLoad excluding(long... own) {
    long self = ProcessHandle.current().pid();
    return new BackgroundLoad(
        () -> {
          double millis =
              ProcessTimes.millis(self)
                  + LongStream.of(own).mapToDouble(ProcessTimes::millis).sum();
          return new LoadReading(System.nanoTime() / 1e9, MachineTime.now(), millis / 1e3);
        });
  }

  /** Starts measuring the CPU time of other processes. Running the returned object stops it. */
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

  /**
   * Returns a warning if other processes used too much CPU for a benchmark, otherwise an empty
   * list.
   */
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
