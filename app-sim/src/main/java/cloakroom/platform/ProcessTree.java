package cloakroom.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Processor time of a process with all below it.
 *
 * <p>Where there is a {@code /proc}, the time of children that have ended and were waited for
 * counts too (proc_pid_stat(5), fields cutime and cstime): a database that opens a process for each
 * connection would otherwise look idle. Elsewhere the time of the live processes is all there is.
 */
public final class ProcessTree {
  /** USER_HZ, the unit of {@code /proc/<pid>/stat}: 100 on every Linux that runs a current JDK. */
  private static final double TICKS_PER_SECOND = 100;

  /** Fields 14 to 17 of the file, counted from the one that follows the command's name. */
  private static final int UTIME = 11;

  private static final int CSTIME = 14;
  private static final Path PROC = Path.of("/proc");

  private ProcessTree() {}

  /**
   * Seconds so far; not a number when there is no such process (any more).
   *
   * @param except one of the tree that is left out, or a number that none has
   */
  public static double seconds(long pid, long except) {
    return ProcessHandle.of(pid).map(root -> tree(root, except)).orElse(Double.NaN);
  }

  private static double tree(ProcessHandle root, long except) {
    try (Stream<ProcessHandle> below = root.descendants()) {
      return single(root)
          + below
              .filter(process -> process.pid() != except)
              .mapToDouble(ProcessTree::single)
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
}
