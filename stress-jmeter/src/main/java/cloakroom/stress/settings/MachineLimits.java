package cloakroom.stress.settings;

import static cloakroom.stress.process.StressFailure.wrongUse;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Limits of this machine for one process; {@link #UNLIMITED} if unknown. A run that exceeds a limit
 * is rejected before it starts, because its requests would fail. Each connection is an open file.
 * The hard limit on open files applies, because a JVM raises its soft limit.
 */
public record MachineLimits(long openFiles, long ports, long threads, long memoryBytes) {
  static final long UNLIMITED = 1L << 40;
  private static final String NUMBER = "\\b(\\d{1,18})\\b";
  private static final String HARD = " +\\S+ +" + NUMBER + " ";
  // Open files, ports and threads kept for jars, logs, database connections and other processes.
  private static final int OTHER_FILES = 700;
  private static final int OTHER_PORTS = 500;
  private static final int OTHER_THREADS = 1_500;
  private static final int MANY_USERS = 1_000;
  private static final long MB = 1024 * 1024;
  private static final long BASE_BYTES = 512 * MB;
  // Heap per user in the load engine: 240 KB for JMeter's copy of the plan, 144 KB for garbage.
  private static final long BYTES_PER_USER = 384 * 1024;

  public static MachineLimits here() {
    return of(Path.of("/proc"), memory());
  }

  static MachineLimits of(Path proc, long memoryBytes) {
    Path limits = proc.resolve("self/limits");
    long[] ends = numbers(proc.resolve("sys/net/ipv4/ip_local_port_range"), NUMBER).toArray();
    return new MachineLimits(
        numbers(limits, "Max open files" + HARD).findFirst().orElse(UNLIMITED),
        ends.length == 2 ? ends[1] - ends[0] + 1 : UNLIMITED,
        // Halves max_map_count, because each thread has two memory maps: stack and guard page.
        Stream.of(
                numbers(limits, "Max processes" + HARD),
                numbers(proc.resolve("sys/kernel/pid_max"), NUMBER),
                numbers(proc.resolve("sys/kernel/threads-max"), NUMBER),
                numbers(proc.resolve("sys/vm/max_map_count"), NUMBER).map(n -> n / 2))
            .flatMapToLong(limit -> limit)
            .min()
            .orElse(UNLIMITED),
        memoryBytes);
  }

  public static long memory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /** Returns the numbers that match a pattern in a file; none if the file does not exist. */
  private static LongStream numbers(Path file, String form) {
    try {
      // Reads the file at once, because some files in /proc return content only to the first read.
      Matcher matcher = Pattern.compile(form).matcher(String.join("\n", Files.readAllLines(file)));
      return matcher.results().mapToLong(found -> Long.parseLong(found.group(1)));
    } catch (IOException e) {
      return LongStream.empty();
    }
  }

  /** Throws StressFailure with a remedy if this machine lacks resources for the users. */
  void requireCapacity(int users, int nodes, boolean affinity) {
    long connections = affinity ? 1 : nodes;
    require(
        users,
        (openFiles - OTHER_FILES) / connections,
        "the load engine requires %d open file(s) for each, and this process may have %d"
            .formatted(connections, openFiles),
        "raise the limit (ulimit -Hn)");
    require(
        users,
        (ports - OTHER_PORTS) * (affinity ? nodes : 1),
        "each requires a port, and there are " + ports,
        "widen net.ipv4.ip_local_port_range or add nodes");
    require(
        users,
        threads - OTHER_THREADS,
        "JMeter runs a thread for each, and a process may have " + threads,
        "raise the lowest of kernel.pid_max, vm.max_map_count and ulimit -Hu");
    // Reserves a quarter of the memory for other processes.
    long inMemory = Math.max(MANY_USERS, (memoryBytes / 4 * 3 - BASE_BYTES) / BYTES_PER_USER);
    String copies = "the load engine keeps a copy of the plan for each, and this machine has ";
    require(users, inMemory, copies + memoryBytes + " bytes of memory", "use a larger machine");
  }

  private static void require(int users, long maximum, String why, String remedy) {
    if (users > maximum) {
      throw wrongUse(
          "--users %d: %s; at most %d users, or %s", users, why, Math.max(0, maximum), remedy);
    }
  }

  public static List<String> engineOptions(int users) {
    String size = (BASE_BYTES + users * BYTES_PER_USER) / MB + "m";
    return users < MANY_USERS ? List.of() : List.of("-Xms" + size, "-Xmx" + size);
  }
}
