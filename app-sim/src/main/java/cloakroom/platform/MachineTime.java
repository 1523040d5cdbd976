package cloakroom.platform;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Processor time of the whole machine since its start, all processors together, as {@code
 * /proc/stat} tells it. What of it is not our own processes' is other work.
 *
 * @param busy seconds in programs, and in the kernel on their behalf; interrupts are nobody's
 * @param steal seconds in which the hypervisor let others run
 * @param processors how many there are
 */
public record MachineTime(double busy, double steal, int processors) {
  /** Other work that takes more of the machine than this, in percent, disturbs a measurement. */
  public static final double DISTURBING = 10;

  private static final Path STAT = Path.of("/proc/stat");

  /** USER_HZ, as everywhere below {@code /proc}. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int STEAL = 8;

  /** As of now; empty on systems that have no such file. */
  public static Optional<MachineTime> now() {
    if (!Files.exists(STAT)) {
      return Optional.empty();
    }
    try (BufferedReader lines = Files.newBufferedReader(STAT)) {
      return of(lines.lines().takeWhile(line -> line.startsWith("cpu")).toList());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Made of the lines that begin with "cpu", the sum first; empty if they are none. */
  static Optional<MachineTime> of(List<String> lines) {
    String[] sum = lines.isEmpty() ? new String[0] : lines.get(0).trim().split(" +", -1);
    if (sum.length <= STEAL || !sum[0].equals("cpu") || lines.size() < 2) {
      return Optional.empty();
    }
    // user, nice, system, idle, iowait, irq, softirq, steal; guests' time is part of user and nice
    double busy = ticks(sum[1]) + ticks(sum[2]) + ticks(sum[3]);
    return Optional.of(new MachineTime(busy, ticks(sum[STEAL]), lines.size() - 1));
  }

  private static double ticks(String count) {
    return Long.parseLong(count) / TICKS_PER_SECOND;
  }

  /** What the processors are called, if the system tells. */
  public static Optional<String> processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException e) {
      return Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER"));
    }
  }
}
