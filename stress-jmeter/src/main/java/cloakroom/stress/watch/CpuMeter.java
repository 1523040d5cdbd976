package cloakroom.stress.watch;

import java.util.List;
import java.util.OptionalDouble;

/**
 * The CPU time of one process tree over a trial: never falls, and keeps its last reading when the
 * tree has ended. Unknown for a process that runs elsewhere.
 */
public final class CpuMeter {
  private static final long ELSEWHERE = -1;

  private final long pid;
  private final List<CpuMeter> parts;
  private OptionalDouble highest = OptionalDouble.empty();

  private CpuMeter(long pid, List<CpuMeter> parts) {
    this.pid = pid;
    this.parts = parts;
  }

  /** Measures the tree under this process id. */
  public static CpuMeter of(long pid) {
    return new CpuMeter(pid, List.of());
  }

  /** Measures nothing: the process is not on this machine. */
  public static CpuMeter elsewhere() {
    return new CpuMeter(ELSEWHERE, List.of());
  }

  /** Measures several trees together; one that has ended counts with its last reading. */
  public static CpuMeter sum(List<CpuMeter> parts) {
    return new CpuMeter(ELSEWHERE, List.copyOf(parts));
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
      return pid == ELSEWHERE ? OptionalDouble.empty() : CpuTime.of(pid);
    }
    double sum = 0;
    for (CpuMeter part : parts) {
      OptionalDouble seconds = part.seconds();
      if (seconds.isEmpty()) {
        return seconds;
      }
      sum += seconds.getAsDouble();
    }
    return OptionalDouble.of(sum);
  }
}
