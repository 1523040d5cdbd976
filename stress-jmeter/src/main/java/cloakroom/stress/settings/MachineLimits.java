package cloakroom.stress.settings;

import cloakroom.stress.process.StressFailure;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What this machine lets one process have, empty where it does not say; and whether that is enough
 * for so many users, asked before the start: what runs out in mid-trial shows as failed requests,
 * and nobody would know of what.
 *
 * @param openFiles files and connections; a JVM raises the soft limit to the hard one by itself
 * @param ports connections to one address
 * @param threads threads, by the tightest of the kernel's limits
 */
public record MachineLimits(
    OptionalLong openFiles, OptionalLong ports, OptionalLong threads, long memoryBytes) {
  private static final Path PROC = Path.of("/proc");
  private static final String NUMBER = "\\b(\\d{1,18})\\b";

  /** What stands in a line behind a limit's name: the soft one and the hard one. */
  private static final String HARD = " +\\S+ +" + NUMBER + " ";

  /** A thread's stack is two areas of memory: the stack and the page that guards its end. */
  private static final int AREAS_PER_THREAD = 2;

  /** Jars, logs, database connections and counters. */
  private static final int OTHER_FILES = 700;

  /** Connections that have just ended and whose ports are not free yet. */
  private static final int OTHER_PORTS = 500;

  /** Those of the tier, the database, the JVMs and everything else that runs. */
  private static final int OTHER_THREADS = 1_500;

  /** From here on the heap has its full size at the start instead of growing by collections. */
  private static final int MANY_USERS = 1_000;

  private static final long KB = 1024;
  private static final long MB = 1024 * KB;
  private static final long BASE = 512 * MB;

  /**
   * JMeter gives each user a thread and a copy of the whole plan for as long as the thread lives:
   * about 240 KB of live heap for the plan of the two pages, and room is needed for the garbage of
   * their requests.
   */
  private static final long EACH = 384 * KB;

  /** The limits of this process, which its children inherit. */
  public static MachineLimits here() {
    return of(PROC, memory());
  }

  static MachineLimits of(Path proc, long memoryBytes) {
    Path limits = proc.resolve("self/limits");
    long[] ends = numbers(proc.resolve("sys/net/ipv4/ip_local_port_range"), NUMBER).toArray();
    LongStream areas = numbers(proc.resolve("sys/vm/max_map_count"), NUMBER);
    return new MachineLimits(
        numbers(limits, "Max open files" + HARD).findFirst(),
        ends.length == 2 ? OptionalLong.of(ends[1] - ends[0] + 1) : OptionalLong.empty(),
        Stream.of(
                numbers(limits, "Max processes" + HARD),
                numbers(proc.resolve("sys/kernel/pid_max"), NUMBER),
                numbers(proc.resolve("sys/kernel/threads-max"), NUMBER),
                areas.map(n -> n / AREAS_PER_THREAD))
            .flatMapToLong(limit -> limit)
            .min(),
        memoryBytes);
  }

  public static long memory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /** All numbers of that form; none where there is no such file: another operating system. */
  private static LongStream numbers(Path file, String form) {
    try {
      // all at once: some files of the kernel tell only the first bytes that are read
      String text = String.join("\n", Files.readAllLines(file));
      Matcher matcher = Pattern.compile(form).matcher(text);
      return matcher.results().mapToLong(found -> Long.parseLong(found.group(1)));
    } catch (IOException e) {
      return LongStream.empty();
    }
  }

  /** Requires room for the users; else names the limit, how many fit, and the way out. */
  void requireRoom(int users, int nodes, boolean affinity) {
    long connections = affinity ? 1 : nodes;
    long atOneNode = affinity ? nodes : 1;
    require(
        users,
        openFiles,
        limit -> (limit - OTHER_FILES) / connections,
        "the load engine needs %d open file(s) for each, and this process may have %%d"
            .formatted(connections),
        "raise the limit (ulimit -Hn)");
    require(
        users,
        ports,
        limit -> (limit - OTHER_PORTS) * atOneNode,
        "each needs a port, and there are %d",
        "widen net.ipv4.ip_local_port_range or add nodes");
    require(
        users,
        threads,
        limit -> limit - OTHER_THREADS,
        "JMeter runs a thread for each, and a process may have %d",
        "raise the tightest of kernel.pid_max, vm.max_map_count and ulimit -Hu");
    require(
        users,
        OptionalLong.of(memoryBytes),
        // a quarter is left for all others
        memory -> Math.max(MANY_USERS, (memory / 4 * 3 - BASE) / EACH),
        "the load engine keeps a copy of the plan for each, and this machine has %d bytes of memory",
        "use a larger machine");
  }

  private static void require(
      int users, OptionalLong limit, LongUnaryOperator most, String why, String otherwise) {
    if (limit.isPresent() && users > most.applyAsLong(limit.getAsLong())) {
      throw StressFailure.wrongUse(
          "--users %d: %s; at most %d users, or %s",
          users,
          why.formatted(limit.getAsLong()),
          Math.max(0, most.applyAsLong(limit.getAsLong())),
          otherwise);
    }
  }

  /** Memory of the load engine's JVM; nothing for few users, for whom its own choice will do. */
  public static List<String> engineOptions(int users) {
    long megabytes = (BASE + users * EACH) / MB;
    return users < MANY_USERS
        ? List.of()
        : List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m");
  }
}
