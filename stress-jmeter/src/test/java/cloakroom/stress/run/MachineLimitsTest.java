package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Nodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineLimitsTest {
  private static final OptionalLong ENOUGH = OptionalLong.of(1_000_000);
  private static final long TERABYTE = 1L << 40;

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

    assertThat(MachineLimits.of(proc, 7))
        .isEqualTo(
            new MachineLimits(
                OptionalLong.of(20_000), OptionalLong.of(28_232), OptionalLong.of(32_765), 7));
  }

  @Test
  void unlimited_isNoLimit() throws IOException {
    lay("self/limits", "Max open files            1024            unlimited            files\n");

    assertThat(MachineLimits.of(proc, 7).openFiles()).isEmpty();
  }

  @Test
  void machineThatSaysNothing_hasNoLimits() {
    assertThat(MachineLimits.of(proc.resolve("none"), 7))
        .isEqualTo(
            new MachineLimits(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 7));
    assertThat(MachineLimits.here().memoryBytes()).isPositive();
  }

  private static void assertRefused(MachineLimits limits, Nodes nodes, int most, String line) {
    assertThatCode(() -> limits.requireRoom(most, nodes)).doesNotThrowAnyException();
    assertThatThrownBy(() -> limits.requireRoom(most + 1, nodes))
        .isInstanceOf(StressFailure.class)
        .hasMessageContaining("--users " + (most + 1) + ": ")
        .hasMessageContaining(line + "; at most " + most + " users, or ");
  }

  @Test
  void ports_areCountedForEachNode() {
    MachineLimits limits = new MachineLimits(ENOUGH, OptionalLong.of(10_500), ENOUGH, TERABYTE);

    assertRefused(limits, Nodes.ONE, 10_000, "each needs a port, and there are 10500");
    assertRefused(
        limits,
        new Nodes(2, true, Optional.empty()),
        20_000,
        "each needs a port, and there are 10500");
    assertRefused(
        limits,
        new Nodes(2, false, Optional.empty()),
        10_000,
        "each needs a port, and there are 10500");
  }

  @Test
  void openFiles_areOneForEachNodeThatAUserVisits() {
    MachineLimits limits = new MachineLimits(OptionalLong.of(2_700), ENOUGH, ENOUGH, TERABYTE);

    assertRefused(
        limits, Nodes.ONE, 2_000, "needs 1 open file(s) for each, and this process may have 2700");
    assertRefused(
        limits,
        new Nodes(2, false, Optional.empty()),
        1_000,
        "needs 2 open file(s) for each, and this process may have 2700");
  }

  @Test
  void threadsAndMemory_areLimitsToo() {
    assertRefused(
        new MachineLimits(ENOUGH, ENOUGH, OptionalLong.of(32_765), TERABYTE),
        Nodes.ONE,
        31_265,
        "JMeter runs a thread for each, and a process may have 32765");
    assertRefused(
        new MachineLimits(ENOUGH, ENOUGH, ENOUGH, 2L << 30),
        Nodes.ONE,
        2_730,
        "this machine has 2147483648 bytes of memory");
  }
}
