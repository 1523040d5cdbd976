package cloakroom.stress.watch;

import java.util.OptionalDouble;

/**
 * The CPU time of one process tree over a trial: never falls, and keeps its last reading when the
 * tree has ended. Unknown for a process that runs elsewhere.
 */
public final class CpuMeter {
  private static final long ELSEWHERE = -1;

  private final long pid;
  private OptionalDouble highest = OptionalDouble.empty();

  private CpuMeter(long pid) {
    this.pid = pid;
  }

  /** Measures the tree under this process id. */
  public static CpuMeter of(long pid) {
    return new CpuMeter(pid);
  }

  /** Measures nothing: the process is not on this machine. */
  public static CpuMeter elsewhere() {
    return new CpuMeter(ELSEWHERE);
  }

  /** Seconds so far; empty when unknown. */
  public synchronized OptionalDouble seconds() {
    OptionalDouble now = pid == ELSEWHERE ? OptionalDouble.empty() : CpuTime.of(pid);
    if (now.isPresent() && now.getAsDouble() > highest.orElse(-1)) {
      highest = now;
    }
    return highest;
  }
}
