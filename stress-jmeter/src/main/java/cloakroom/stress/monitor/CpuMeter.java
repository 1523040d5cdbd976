package cloakroom.stress.monitor;

import static java.lang.Double.NaN;

import cloakroom.platform.ProcessTree;
import java.util.function.DoubleSupplier;

/**
 * Meter of the CPU time of a process tree. The time never decreases, even if processes of the tree
 * end. The time is NaN for a process on another machine.
 */
public final class CpuMeter {
  private static final long NO_PROCESS = -1;

  private final DoubleSupplier now;
  private double highest = NaN;

  private CpuMeter(DoubleSupplier now) {
    this.now = now;
  }

  public static CpuMeter of(long pid) {
    return without(NO_PROCESS, pid);
  }

  /** Creates a meter of the process tree of {@code pid}, without the process {@code except}. */
  public static CpuMeter without(long except, long pid) {
    return new CpuMeter(() -> ProcessTree.seconds(pid, except));
  }

  public static CpuMeter remote() {
    return new CpuMeter(() -> NaN);
  }

  public synchronized double seconds() {
    double seconds = now.getAsDouble();
    if (!(seconds <= highest) && !Double.isNaN(seconds)) {
      highest = seconds;
    }
    return highest;
  }

  /** CPU seconds used by each process group of a run; NaN for a group on another machine. */
  public record CpuReading(double generator, double tier, double database, double relay) {
    public static final CpuReading NONE = new CpuReading(NaN, NaN, NaN, NaN);

    public CpuReading since(CpuReading earlier) {
      return new CpuReading(
          Math.max(0, generator - earlier.generator),
          Math.max(0, tier - earlier.tier),
          Math.max(0, database - earlier.database),
          Math.max(0, relay - earlier.relay));
    }
  }
}
