package cloakroom.bench.machine;

import cloakroom.platform.MachineTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * What others had of this machine in certain spans: what its processors did, less what our own
 * processes did, and what the hypervisor took. Nothing is known where there is no {@code /proc}.
 */
public final class BackgroundLoad {
  /** Processor seconds below which the kernel's ticks are too coarse. */
  private static final double LEAST = 2;

  private final Supplier<LoadReading> clock;
  private double taken;
  private double all;

  /**
   * One look.
   *
   * @param ours processor seconds of our own processes so far
   */
  record LoadReading(double seconds, Optional<MachineTime> machine, double ours) {
    static LoadReading now(LongStream ours) {
      double millis = ours.mapToDouble(ProcessTimes::millis).sum();
      return new LoadReading(System.nanoTime() / 1e9, MachineTime.now(), millis / 1e3);
    }
  }

  BackgroundLoad(Supplier<LoadReading> clock) {
    this.clock = clock;
  }

  /** All but this process, those below it, and these with those below them are others. */
  public static BackgroundLoad than(long... ours) {
    long self = ProcessHandle.current().pid();
    return new BackgroundLoad(
        () -> LoadReading.now(LongStream.concat(LongStream.of(self), LongStream.of(ours))));
  }

  /** Begins a span, which ends when what is returned runs. */
  public Runnable begin() {
    LoadReading from = clock.get();
    return () -> add(from, clock.get());
  }

  private void add(LoadReading from, LoadReading to) {
    if (from.machine().isPresent() && to.machine().isPresent()) {
      MachineTime before = from.machine().get();
      MachineTime after = to.machine().get();
      double strangers = after.busy() - before.busy() - (to.ours() - from.ours());
      taken += Math.max(0, strangers) + after.steal() - before.steal();
      all += (to.seconds() - from.seconds()) * after.processors();
    }
  }

  /** A sentence if it was so much that the figures may be its doing. */
  public List<String> words() {
    double percent = 100 * taken / all;
    return all >= LEAST && percent > MachineTime.DISTURBING
        ? List.of(
            String.format(
                Locale.ROOT,
                "disturbed: other work took %.0f %% of the machine meanwhile, above %.0f %%",
                percent,
                MachineTime.DISTURBING))
        : List.of();
  }
}
