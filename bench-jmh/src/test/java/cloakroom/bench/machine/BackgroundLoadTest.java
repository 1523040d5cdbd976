package cloakroom.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.machine.BackgroundLoad.LoadReading;
import cloakroom.platform.MachineTime;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** What others had of a machine of two processors. */
final class BackgroundLoadTest {
  private static LoadReading at(double seconds, double busy, double steal, double ours) {
    return new LoadReading(seconds, Optional.of(new MachineTime(busy, steal, 2)), ours);
  }

  /** A span from each first reading to the second. */
  private static List<String> spans(LoadReading... readings) {
    Queue<LoadReading> clock = new ArrayDeque<>(List.of(readings));
    BackgroundLoad others = new BackgroundLoad(clock::remove);
    while (!clock.isEmpty()) {
      others.begin().run();
    }
    return others.words();
  }

  @Test
  void ourOwnWork_isNobodyElses() {
    assertThat(spans(at(0, 100, 1, 50), at(10, 120, 1, 69))).isEmpty();
  }

  @Test
  void strangersAndSteal_addUpOverSpansAndNotBetweenThem() {
    // 2 + 1 of 20 seconds, then 0 + 0 of 4; 500 seconds between them are not looked at
    assertThat(
            spans(at(0, 100, 1, 50), at(10, 112, 2, 60), at(510, 900, 3, 60), at(512, 902, 3, 62)))
        .containsExactly("disturbed: other work took 13 % of the machine meanwhile, above 10 %");
  }

  @Test
  void spanTooShortForTheKernelsTicks_saysNothing() {
    assertThat(spans(at(0, 100, 1, 50), at(0.1, 100.2, 1, 50))).isEmpty();
  }

  @Test
  void systemThatTellsNothing_isNotDisturbed() {
    LoadReading untold = new LoadReading(0, Optional.empty(), Double.NaN);
    assertThat(spans(untold, untold)).isEmpty();
    assertThat(spans(at(0, 1, 1, 0), at(9, 9, 9, Double.NaN))).isEmpty();
  }
}
