package cloakroom.stress.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.process.StressFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachineLimitsTest {
  private static final long ENOUGH = 1_000_000;

  @TempDir private Path proc;

  private void lay(String file, String text) throws IOException {
    Path path = proc.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  @Test
  void limits_areTheHardOnesAndTheTightestOfTheKernel() throws IOException {
    lay(
        "self/limits",
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             96365                96365                processes
        Max open files            1024                 20000                files
        """);
    lay("sys/net/ipv4/ip_local_port_range", "32768\t60999\n");
    lay("sys/kernel/pid_max", "32768\n");
    lay("sys/kernel/threads-max", "192730\n");
    lay("sys/vm/max_map_count", "65530\n");

    assertThat(MachineLimits.of(proc, 7)).isEqualTo(new MachineLimits(20_000, 28_232, 32_765, 7));
  }

  @Test
  void machineThatSaysNothingOrUnlimited_hasNoLimits() throws IOException {
    lay("self/limits", "Max open files            1024            unlimited            files\n");

    assertThat(MachineLimits.of(proc, 7).openFiles()).isEqualTo(MachineLimits.UNLIMITED);
    assertThat(MachineLimits.of(proc.resolve("none"), 7)).isEqualTo(EmptyInstallation.unlimited(7));
    assertThat(MachineLimits.here().memoryBytes()).isPositive();
  }

  /** Ports are counted for each node, open files for each node that a user visits. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          openFiles | 2700       | 1 | true  | 2000  | requires 1 open file(s) for each, and this process may have 2700
          openFiles | 2700       | 2 | false | 1000  | requires 2 open file(s) for each, and this process may have 2700
          ports     | 10500      | 1 | true  | 10000 | each requires a port, and there are 10500
          ports     | 10500      | 2 | true  | 20000 | each requires a port, and there are 10500
          ports     | 10500      | 2 | false | 10000 | each requires a port, and there are 10500
          threads   | 32765      | 1 | true  | 31265 | JMeter runs a thread for each, and a process may have 32765
          memory    | 2147483648 | 1 | true  | 2730  | this machine has 2147483648 bytes of memory
          """)
  void usersThatDoNotFit_areRefusedByTheLimit(
      String limit, long value, int count, boolean affinity, int most, String line) {
    MachineLimits limits =
        new MachineLimits(
            limit.equals("openFiles") ? value : ENOUGH,
            limit.equals("ports") ? value : ENOUGH,
            limit.equals("threads") ? value : ENOUGH,
            limit.equals("memory") ? value : 1L << 40);
    assertThatCode(() -> limits.requireCapacity(most, count, affinity)).doesNotThrowAnyException();
    assertThatThrownBy(() -> limits.requireCapacity(most + 1, count, affinity))
        .isInstanceOf(StressFailure.class)
        .hasMessageContaining("--users " + (most + 1) + ": ")
        .hasMessageContaining(line + "; at most " + most + " users, or ");
  }
}
