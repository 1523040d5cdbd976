package cloakroom.stress.monitor;

import cloakroom.platform.ProcessTree;
import java.util.List;
import java.util.function.DoubleSupplier;

/**
 * The CPU time of one process tree over a trial: never falls, and keeps its last reading when the
 * tree has ended. Unknown for a process that runs elsewhere.
 */
public final class CpuMeter {
  private static final long NOBODY = -1;

  private final DoubleSupplier now;
  private double highest = Double.NaN;

  private CpuMeter(DoubleSupplier now) {
    this.now = now;
  }

  public static CpuMeter of(long pid) {
    return without(NOBODY, pid);
  }

  /** Measures the same but for one process of the tree, which is measured elsewhere. */
  public static CpuMeter without(long except, long pid) {
    return new CpuMeter(() -> ProcessTree.seconds(pid, except));
  }

  /** Measures nothing: the process is not on this machine. */
  public static CpuMeter elsewhere() {
    return new CpuMeter(() -> Double.NaN);
  }

  /** Measures several trees together; one that has ended counts with its last reading. */
  public static CpuMeter sum(List<CpuMeter> parts) {
    return new CpuMeter(() -> parts.stream().mapToDouble(CpuMeter::seconds).sum());
  }

  /** Seconds so far; not a number when unknown. */
  public synchronized double seconds() {
    double seconds = now.getAsDouble();
    if (!(seconds <= highest) && !Double.isNaN(seconds)) {
      highest = seconds;
    }
    return highest;
  }

  /** CPU seconds of the parties, taken together; not a number where one is not here. */
  public record CpuReading(double generator, double tier, double database, double relay) {
    public static final CpuReading NONE =
        new CpuReading(Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    public static CpuReading of(
        CpuMeter generator, CpuMeter tier, CpuMeter database, CpuMeter relay) {
      return new CpuReading(
          generator.seconds(), tier.seconds(), database.seconds(), relay.seconds());
    }

    /** What was used between an earlier reading and this one. */
    public CpuReading since(CpuReading earlier) {
      return new CpuReading(
          Math.max(0, generator - earlier.generator),
          Math.max(0, tier - earlier.tier),
          Math.max(0, database - earlier.database),
          Math.max(0, relay - earlier.relay));
    }
  }
}
