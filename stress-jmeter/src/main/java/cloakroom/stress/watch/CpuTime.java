package cloakroom.stress.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * CPU time of a process and of everything it started, in seconds.
 *
 * <p>Where there is a {@code /proc}, the time of children that have ended and were waited for
 * counts too (proc_pid_stat(5), fields cutime and cstime): a database that opens a process for each
 * connection would otherwise look idle. Elsewhere the time of the live processes is all there is.
 */
public final class CpuTime {
  /** USER_HZ, the unit of {@code /proc/<pid>/stat}: 100 on every Linux that runs a current JDK. */
  private static final double TICKS_PER_SECOND = 100;

  /** Fields 14 to 17 of the file, counted from the one that follows the command's name. */
  private static final int UTIME = 11;

  private static final int CSTIME = 14;

  private static final Path PROC = Path.of("/proc");

  private CpuTime() {}

  /** The time so far, or empty when there is no such process (any more). */
  public static OptionalDouble of(long pid) {
    Optional<ProcessHandle> root = ProcessHandle.of(pid);
    return root.isEmpty() ? OptionalDouble.empty() : sum(root.get());
  }

  private static OptionalDouble sum(ProcessHandle root) {
    try (Stream<ProcessHandle> below = root.descendants()) {
      OptionalDouble own = single(root);
      double others = below.mapToDouble(p -> single(p).orElse(0)).sum();
      return own.isEmpty() ? own : OptionalDouble.of(own.getAsDouble() + others);
    }
  }

  private static OptionalDouble single(ProcessHandle process) {
    Path stat = PROC.resolve(process.pid() + "/stat");
    return Files.exists(PROC.resolve("self/stat")) ? fromProc(stat) : fromHandle(process);
  }

  private static OptionalDouble fromProc(Path stat) {
    try {
      return OptionalDouble.of(ticks(Files.readString(stat)) / TICKS_PER_SECOND);
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
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

  private static OptionalDouble fromHandle(ProcessHandle process) {
    Optional<Duration> total = process.info().totalCpuDuration();
    return total.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(total.get().toMillis() / 1000.0);
  }
}
