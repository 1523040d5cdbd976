package cloakroom.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * CPU time of a process and its descendants. On Linux the time includes ended child processes,
 * because PostgreSQL uses a process for each connection.
 */
public final class ProcessTree {
  private static final double TICKS_PER_SECOND = 100; // USER_HZ on every Linux with a current JDK
  private static final int UTIME = 11; // index of field 14, counted after the command's name
  private static final int CSTIME = 14;
  private static final Path PROC = Path.of("/proc");

  private ProcessTree() {}

  /** Returns CPU seconds of a process and its descendants except one; NaN if {@code pid} ended. */
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

  /** Returns a process's CPU time with its ended children, in ticks, from /proc/PID/stat. */
  static long ticks(String stat) {
    // The command name is in parentheses and may itself contain blanks and parentheses.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Arrays.stream(fields, UTIME, CSTIME + 1).mapToLong(Long::parseLong).sum();
  }
}
