package cloakroom.platform;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Processor time of the machine since its start, all processors together, from {@code /proc/stat}.
 *
 * @param busy seconds in programs, and in the kernel on their behalf; without interrupts
 * @param steal seconds in which the hypervisor ran other guests
 * @param processors number of processors
 */
public record MachineTime(double busy, double steal, int processors) {
  /** Background load above which a measurement is noisy, in percent of the machine. */
  public static final double DISTURBING = 10;

  private static final Path STAT = Path.of("/proc/stat");

  /** USER_HZ, the unit of times in {@code /proc}. */
  private static final double TICKS_PER_SECOND = 100;

  private static final int STEAL = 8;

  /** Reads the current times; empty on systems without the file. */
  public static Optional<MachineTime> now() {
    try (BufferedReader lines = Files.newBufferedReader(STAT)) {
      return of(lines.lines().takeWhile(line -> line.startsWith("cpu")).toList());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Parses the lines that begin with "cpu", the sum first; empty if they lack a value. */
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

  /** Returns the model of the processors; empty if the system does not report it. */
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
