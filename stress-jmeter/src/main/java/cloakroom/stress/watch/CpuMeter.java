package cloakroom.stress.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The CPU time of one process tree over a trial: never falls, and keeps its last reading when the
 * tree has ended. Unknown for a process that runs elsewhere.
 *
 * <p>Where there is a {@code /proc}, the time of children that have ended and were waited for
 * counts too (proc_pid_stat(5), fields cutime and cstime): a database that opens a process for each
 * connection would otherwise look idle. Elsewhere the time of the live processes is all there is.
 */
public final class CpuMeter {
  private static final long ELSEWHERE = -1;

  /** USER_HZ, the unit of {@code /proc/<pid>/stat}: 100 on every Linux that runs a current JDK. */
  private static final double TICKS_PER_SECOND = 100;

  /** Fields 14 to 17 of the file, counted from the one that follows the command's name. */
  private static final int UTIME = 11;

  private static final int CSTIME = 14;
  private static final Path PROC = Path.of("/proc");

  private final long pid;
  private final long except;
  private final List<CpuMeter> parts;
  private double highest = Double.NaN;

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

  /** Seconds so far; not a number when unknown. */
  public synchronized double seconds() {
    double now =
        parts.isEmpty() ? time(pid, except) : parts.stream().mapToDouble(CpuMeter::seconds).sum();
    if (!(now <= highest) && !Double.isNaN(now)) {
      highest = now;
    }
    return highest;
  }

  /** The time of a process and of all below it, or not a number when there is none (any more). */
  private static double time(long pid, long except) {
    return pid == ELSEWHERE
        ? Double.NaN
        : ProcessHandle.of(pid).map(root -> time(root, except)).orElse(Double.NaN);
  }

  private static double time(ProcessHandle root, long except) {
    try (Stream<ProcessHandle> below = root.descendants()) {
      return single(root)
          + below
              .filter(process -> process.pid() != except)
              .mapToDouble(CpuMeter::single)
              .filter(Double::isFinite)
              .sum();
    }
  }

  private static double single(ProcessHandle process) {
    if (Files.exists(PROC.resolve("self/stat"))) {
      try {
        return ticks(Files.readString(PROC.resolve(process.pid() + "/stat"))) / TICKS_PER_SECOND;
      } catch (IOException e) {
        return Double.NaN;
      }
    }
    return process.info().totalCpuDuration().map(t -> t.toMillis() / 1e3).orElse(Double.NaN);
  }

  /** User and system time, its own and that of reaped children, in clock ticks. */
  static long ticks(String stat) {
    // the command's name stands in brackets and may hold blanks and brackets itself
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    long ticks = 0;
    for (int i = UTIME; i <= CSTIME; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks;
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
