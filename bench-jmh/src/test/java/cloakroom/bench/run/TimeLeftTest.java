package cloakroom.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.bench.run.StudyRun.Plan;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class TimeLeftTest {
  private static final Offset<Double> CLOSE = within(0.01);

  private static TimeLeft of(int rounds, boolean full) {
    return new TimeLeft(
        List.of(SleepCards.card("S1a"), SleepCards.card("S1b"), SleepCards.card("S4")),
        new Plan(rounds, full, true, Path.of("log")));
  }

  @Test
  void atFirst_countsWhatStudiesUsuallyTake() {
    assertThat(of(5, false).seconds(0, 0)).isCloseTo(300, CLOSE);
    assertThat(of(10, false).seconds(0, 0)).isCloseTo(600, CLOSE);
    assertThat(of(5, true).seconds(0, 0)).isCloseTo(1200, CLOSE);
  }

  @Test
  void withinAStudy_countsItsRounds() {
    assertThat(of(5, false).seconds(30, 0.25)).isCloseTo(90 + 240, CLOSE);
  }

  @Test
  void afterAStudy_goesAtItsPace() {
    TimeLeft left = of(5, false);
    left.done(120);

    assertThat(left.number()).isEqualTo(2);
    assertThat(left.seconds(0, 0)).isCloseTo(2 * 240, CLOSE);
  }

  @Test
  void words_areInSecondsThenMinutes() {
    assertThat(Progress.words(0)).isEqualTo("about 10 s");
    assertThat(Progress.words(61)).isEqualTo("about 70 s");
    assertThat(Progress.words(121)).isEqualTo("about 3 min");
  }
}
