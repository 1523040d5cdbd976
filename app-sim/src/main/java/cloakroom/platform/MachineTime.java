package cloakroom.platform;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * CPU time of the machine since boot, summed over all processors, from {@code /proc/stat}.
 *
 * @param busy seconds in programs and the kernel, without interrupts
 * @param steal seconds in which the hypervisor ran other virtual machines
 */
public record MachineTime(double busy, double steal, int processors) {
  /** CPU load of other programs, in percent of the machine, above which results are unreliable. */
  public static final double DISTURBING = 10;

  private static final double TICKS_PER_SECOND = 100; // USER_HZ, the unit of times in /proc
  private static final int STEAL = 8;

  public static Optional<MachineTime> now() {
    try (BufferedReader lines = Files.newBufferedReader(Path.of("/proc/stat"))) {
      return of(lines.lines().takeWhile(line -> line.startsWith("cpu")).toList());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Parses the "cpu" lines of /proc/stat; the first has the sums. Empty if a column is missing. */
  static Optional<MachineTime> of(List<String> lines) {
    String[] sum = lines.isEmpty() ? new String[0] : lines.get(0).trim().split(" +", -1);
    if (sum.length <= STEAL || !sum[0].equals("cpu") || lines.size() < 2) {
      return Optional.empty();
    }
    // Column 0 is the label "cpu"; columns 1 to 3 are user, nice and system time.
    double busy = ticks(sum[1]) + ticks(sum[2]) + ticks(sum[3]);
    return Optional.of(new MachineTime(busy, ticks(sum[STEAL]), lines.size() - 1));
  }

  private static double ticks(String count) {
    return Long.parseLong(count) / TICKS_PER_SECOND;
  }

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
