package cloakroom.stress.run;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * What this machine lets one process have; empty where it does not say.
 *
 * @param openFiles files and connections; a JVM raises the soft limit to the hard one by itself
 * @param ports connections to one address
 * @param threads threads, by the tightest of the kernel's limits
 * @param memoryBytes memory of the machine
 */
record MachineLimits(
    OptionalLong openFiles, OptionalLong ports, OptionalLong threads, long memoryBytes) {
  private static final Path PROC = Path.of("/proc");

  /** A thread's stack is two areas of memory: the stack and the page that guards its end. */
  private static final int AREAS_PER_THREAD = 2;

  /** The limits of this process, which its children inherit. */
  static MachineLimits here() {
    return of(PROC, memory());
  }

  static MachineLimits of(Path proc, long memoryBytes) {
    Path limits = proc.resolve("self/limits");
    return new MachineLimits(
        hard(limits, "Max open files"),
        ports(proc.resolve("sys/net/ipv4/ip_local_port_range")),
        least(
            hard(limits, "Max processes"),
            number(proc.resolve("sys/kernel/pid_max"), 1),
            number(proc.resolve("sys/kernel/threads-max"), 1),
            number(proc.resolve("sys/vm/max_map_count"), AREAS_PER_THREAD)),
        memoryBytes);
  }

  private static long memory() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
  }

  /** A line such as {@code Max open files 1024 20000 files}: name, soft limit, hard limit. */
  private static OptionalLong hard(Path limits, String name) {
    return lines(limits).stream()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> line.substring(name.length()).strip().split("\\s+", -1))
        .filter(fields -> fields.length >= 2 && fields[1].matches("\\d{1,18}"))
        .mapToLong(fields -> Long.parseLong(fields[1]))
        .findFirst();
  }

  private static OptionalLong ports(Path range) {
    return lines(range).stream()
        .map(line -> line.strip().split("\\s+", -1))
        .filter(ends -> ends.length == 2)
        .mapToLong(ends -> Long.parseLong(ends[1]) - Long.parseLong(ends[0]) + 1)
        .findFirst();
  }

  private static OptionalLong number(Path file, int divisor) {
    return lines(file).stream()
        .map(String::strip)
        .filter(line -> line.matches("\\d{1,18}"))
        .mapToLong(line -> Long.parseLong(line) / divisor)
        .findFirst();
  }

  private static OptionalLong least(OptionalLong... limits) {
    return List.of(limits).stream().flatMapToLong(OptionalLong::stream).min();
  }

  /** None where there is no such file: another operating system. */
  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      return List.of();
    }
  }
}
