package cloakroom.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Processor time of a process with its descendants. With {@code /proc} it includes ended children
 * (proc_pid_stat(5), fields cutime and cstime): a database with a process for each connection would
 * otherwise look idle. Other systems report live processes only.
 */
public final class ProcessTree {
  /** USER_HZ, the unit of {@code /proc/<pid>/stat}: 100 on every Linux that runs a current JDK. */
  private static final double TICKS_PER_SECOND = 100;

  /** Index of field 14 of the file, counted from the field after the command's name. */
  private static final int UTIME = 11;

  private static final int CSTIME = 14;
  private static final Path PROC = Path.of("/proc");

  private ProcessTree() {}

  /** Returns the seconds so far, without process {@code except}; NaN if the process has ended. */
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

  /** Returns user and system time with that of reaped children, in clock ticks. */
  static long ticks(String stat) {
    // the command's name is in brackets and may contain blanks and brackets
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Arrays.stream(fields, UTIME, CSTIME + 1).mapToLong(Long::parseLong).sum();
  }
}
