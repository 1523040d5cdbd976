package cloakroom.stress.watch;

import cloakroom.contract.ProcessTree;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The CPU time of one process tree over a trial: never falls, and keeps its last reading when the
 * tree has ended. Unknown for a process that runs elsewhere.
 */
public final class CpuMeter {
  private static final long ELSEWHERE = -1;

  private final long pid;
  private final long except;
  private final List<CpuMeter> parts;
  private OptionalDouble highest = OptionalDouble.empty();

  private CpuMeter(long pid, long except, List<CpuMeter> parts) {
    this.pid = pid;
    this.except = except;
    this.parts = parts;
  }

  /** Measures the tree under this process id. */
  public static CpuMeter of(long pid) {
    return without(ELSEWHERE, pid);
  }

  /** Measures the same but for one process of the tree, which is measured elsewhere. */
  public static CpuMeter without(long except, long pid) {
    return new CpuMeter(pid, except, List.of());
  }

  /** Measures nothing: the process is not on this machine. */
  public static CpuMeter elsewhere() {
    return new CpuMeter(ELSEWHERE, ELSEWHERE, List.of());
  }

  /** Measures several trees together; one that has ended counts with its last reading. */
  public static CpuMeter sum(List<CpuMeter> parts) {
    return new CpuMeter(ELSEWHERE, ELSEWHERE, List.copyOf(parts));
  }

  /** Seconds so far; empty when unknown. */
  public synchronized OptionalDouble seconds() {
    OptionalDouble now = now();
    if (now.isPresent() && now.getAsDouble() > highest.orElse(-1)) {
      highest = now;
    }
    return highest;
  }

  private OptionalDouble now() {
    if (parts.isEmpty()) {
      return pid == ELSEWHERE ? OptionalDouble.empty() : ProcessTree.seconds(pid, except);
    }
    List<OptionalDouble> all = parts.stream().map(CpuMeter::seconds).toList();
    return all.stream().allMatch(OptionalDouble::isPresent)
        ? OptionalDouble.of(all.stream().mapToDouble(OptionalDouble::getAsDouble).sum())
        : OptionalDouble.empty();
  }

  /** CPU seconds of the parties, taken together; empty where one runs elsewhere or is not there. */
  public record CpuReading(
      OptionalDouble generator,
      OptionalDouble tier,
      OptionalDouble database,
      OptionalDouble relay) {
    public static final CpuReading NONE =
        new CpuReading(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty());

    public static CpuReading of(
        CpuMeter generator, CpuMeter tier, CpuMeter database, CpuMeter relay) {
      return new CpuReading(
          generator.seconds(), tier.seconds(), database.seconds(), relay.seconds());
    }

    /** What was used between an earlier reading and this one; empty where either is unknown. */
    public CpuReading since(CpuReading earlier) {
      return new CpuReading(
          minus(generator, earlier.generator),
          minus(tier, earlier.tier),
          minus(database, earlier.database),
          minus(relay, earlier.relay));
    }

    private static OptionalDouble minus(OptionalDouble a, OptionalDouble b) {
      return a.isEmpty() || b.isEmpty()
          ? OptionalDouble.empty()
          : OptionalDouble.of(Math.max(0, a.getAsDouble() - b.getAsDouble()));
    }
  }
}
