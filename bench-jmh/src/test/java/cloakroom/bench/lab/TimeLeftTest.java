package cloakroom.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.bench.lab.Experiment.Plan;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class TimeLeftTest {
  private static final StudyCard B = SleepCards.card("S1b", 95);

  private static final Offset<Double> CLOSE = within(0.01);

  private static TimeLeft of(int rounds, boolean full) {
    return new TimeLeft(
        List.of(SleepCards.card("S1a", 50), B, SleepCards.card("S4", 160)),
        new Plan(rounds, full, true, Path.of("log")));
  }

  @Test
  void atFirst_countsWhatStudiesUsuallyTake() {
    assertThat(of(5, false).seconds()).isCloseTo(305, CLOSE);
    assertThat(of(10, false).seconds()).isCloseTo(610, CLOSE);
    assertThat(of(5, true).seconds()).isCloseTo(1220, CLOSE);
  }

  @Test
  void afterAStep_goesAtItsPace() {
    TimeLeft left = of(5, false);

    // a seventh of 95 s, in twice the time
    left.step(B, 2 * 95 / 7.0);

    assertThat(left.seconds()).isCloseTo(2 * (305 - 95 / 7.0), CLOSE);
  }

  @Test
  void studyThatEnds_hasNothingLeft() {
    TimeLeft left = of(5, false);
    StudyCard card = SleepCards.card("S4", 160);

    // a seventh of its time was enough for all of it
    left.step(card, 160 / 7.0);
    left.end(card);

    assertThat(left.line(card, "counts")).startsWith("[3/3] S4 Sleep: counts; about ");
    assertThat(left.seconds()).isCloseTo((50 + 95) / 7.0, CLOSE);
  }

  @Test
  void words_areInSecondsThenMinutes() {
    assertThat(TimeLeft.words(0)).isEqualTo("about 10 s");
    assertThat(TimeLeft.words(61)).isEqualTo("about 70 s");
    assertThat(TimeLeft.words(121)).isEqualTo("about 3 min");
  }
}
