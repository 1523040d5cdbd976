package cloakroom.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MachineTimeTest {
  private static final String TWO =
      """
      cpu  4561901 22278 609876 2098725 18392 7 37669 3919 11 5
      cpu0 2280950 11139 304938 1049362 9196 3 18834 1959 6 2
      cpu1 2280951 11139 304938 1049363 9196 4 18835 1960 5 3
      """;

  @Test
  void of_statLines_countsNeitherInterruptsNorGuests() {
    assertThat(MachineTime.of(TWO.lines().toList()))
        .contains(new MachineTime(45_619.01 + 222.78 + 6_098.76, 39.19, 2));
  }

  @Test
  void of_noSteal_isEmpty() {
    assertThat(MachineTime.of(List.of("cpu  1 2 3 4 5 6 7", "cpu0 1 2 3 4 5 6 7"))).isEmpty();
    assertThat(MachineTime.of(List.of("cpu  1 2 3 4 5 6 7 8"))).isEmpty();
    assertThat(MachineTime.of(List.of())).isEmpty();
  }

  @Test
  void now_procStat_isRead() {
    assumeThat(Path.of("/proc/stat")).exists();

    MachineTime now = MachineTime.now().orElseThrow();
    assertThat(now.busy()).isPositive();
    assertThat(now.processors()).isPositive();
  }
}
