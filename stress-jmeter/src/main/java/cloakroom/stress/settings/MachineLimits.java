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
 * Limits of this machine for one process, {@link #UNLIMITED} if they are unknown. They are compared
 * with the users before a run, because a lack of resources shows only as failed requests.
 *
 * @param openFiles files and connections; a JVM raises the soft limit to the hard limit itself
 * @param ports connections to one address
 */
public record MachineLimits(long openFiles, long ports, long threads, long memoryBytes) {
  static final long UNLIMITED = 1L << 40;
  private static final Path PROC = Path.of("/proc");
  private static final String NUMBER = "\\b(\\d{1,18})\\b";

  /** Columns after the name of a limit: the soft limit and the hard limit. */
  private static final String HARD = " +\\S+ +" + NUMBER + " ";

  /** A thread's stack is two areas of memory: the stack and the page that guards its end. */
  private static final int AREAS_PER_THREAD = 2;

  // of other purposes: jars, logs and database connections; closed connections; other processes
  private static final int OTHER_FILES = 700;
  private static final int OTHER_PORTS = 500;
  private static final int OTHER_THREADS = 1_500;

  /** Number of users from which the heap has its full size at the start. */
  private static final int MANY_USERS = 1_000;

  private static final long MB = 1024 * 1024;
  private static final long BASE_BYTES = 512 * MB;

  /** Heap of the load engine for each user: JMeter's copy of the plan, 240 KB, and garbage. */
  private static final long BYTES_PER_USER = 384 * 1024;

  /** Returns the limits of this process, which its children inherit. */
  public static MachineLimits here() {
    return of(PROC, memory());
  }

  static MachineLimits of(Path proc, long memoryBytes) {
    Path limits = proc.resolve("self/limits");
    long[] ends = numbers(proc.resolve("sys/net/ipv4/ip_local_port_range"), NUMBER).toArray();
    LongStream areas = numbers(proc.resolve("sys/vm/max_map_count"), NUMBER);
    return new MachineLimits(
        numbers(limits, "Max open files" + HARD).findFirst().orElse(UNLIMITED),
        ends.length == 2 ? ends[1] - ends[0] + 1 : UNLIMITED,
        Stream.of(
                numbers(limits, "Max processes" + HARD),
                numbers(proc.resolve("sys/kernel/pid_max"), NUMBER),
                numbers(proc.resolve("sys/kernel/threads-max"), NUMBER),
                areas.map(n -> n / AREAS_PER_THREAD))
            .flatMapToLong(limit -> limit)
            .min()
            .orElse(UNLIMITED),
        memoryBytes);
  }

  public static long memory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /** Returns all numbers of that form; none without the file, as on another operating system. */
  private static LongStream numbers(Path file, String form) {
    try {
      // one read: some files of the kernel return content only to the first
      Matcher matcher = Pattern.compile(form).matcher(String.join("\n", Files.readAllLines(file)));
      return matcher.results().mapToLong(found -> Long.parseLong(found.group(1)));
    } catch (IOException e) {
      return LongStream.empty();
    }
  }

  /** Fails if the users do not fit; the message states the limit and how to raise it. */
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
    require(
        users,
        // a quarter is left for all other processes
        Math.max(MANY_USERS, (memoryBytes / 4 * 3 - BASE_BYTES) / BYTES_PER_USER),
        "the load engine keeps a copy of the plan for each, and this machine has %d bytes of memory"
            .formatted(memoryBytes),
        "use a larger machine");
  }

  private static void require(int users, long maximum, String why, String remedy) {
    if (users > maximum) {
      throw wrongUse(
          "--users %d: %s; at most %d users, or %s", users, why, Math.max(0, maximum), remedy);
    }
  }

  public static List<String> engineOptions(int users) {
    long megabytes = (BASE_BYTES + users * BYTES_PER_USER) / MB;
    return users < MANY_USERS
        ? List.of()
        : List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m");
  }
}
