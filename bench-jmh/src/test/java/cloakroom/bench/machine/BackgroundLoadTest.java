package cloakroom.bench.machine;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.machine.BackgroundLoad.LoadReading;
import cloakroom.platform.MachineTime;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

final class BackgroundLoadTest {
  private static LoadReading at(double seconds, double busy, double steal, double own) {
    return new LoadReading(seconds, Optional.of(new MachineTime(busy, steal, 2)), own);
  }

  /** Returns the warning after a span from each odd reading to the next one. */
  private static List<String> spans(LoadReading... readings) {
    Queue<LoadReading> clock = new ArrayDeque<>(List.of(readings));
    BackgroundLoad others = new BackgroundLoad(clock::remove);
    while (!clock.isEmpty()) {
      others.begin().run();
    }
    return others.warning();
  }

  @Test
  void ownWorkOrShortSpanOrNoCounters_haveNoWarning() {
    LoadReading unknown = new LoadReading(0, Optional.empty(), Double.NaN);

    assertThat(spans(at(0, 100, 1, 50), at(10, 120, 1, 69))).isEmpty();
    assertThat(spans(at(0, 100, 1, 50), at(0.1, 100.2, 1, 50))).isEmpty();
    assertThat(spans(unknown, unknown)).isEmpty();
    assertThat(spans(at(0, 1, 1, 0), at(9, 9, 9, Double.NaN))).isEmpty();
  }

  @Test
  void otherProcessesAndSteal_addUpOverSpansOnly() {
    // 2 + 1 of 20 seconds, then 0 + 0 of 4; the 500 seconds between them do not count
    assertThat(
            spans(at(0, 100, 1, 50), at(10, 112, 2, 60), at(510, 900, 3, 60), at(512, 902, 3, 62)))
        .containsExactly("noisy machine: background CPU load of 13 %, above 10 %");
  }
}
