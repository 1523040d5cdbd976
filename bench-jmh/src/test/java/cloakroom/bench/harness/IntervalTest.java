package cloakroom.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

final class IntervalTest {
  private static final Offset<Double> CLOSE = within(1e-9);

  @Test
  void ratio_isTheGeometricMeanOfTheRounds_withoutThoseThatOneSideLacks() {
    assertThat(Interval.of(List.of(2.0, 8.0), List.of(1.0, 1.0)).ratio()).isCloseTo(4, CLOSE);
    assertThat(Interval.of(List.of(2.0, 2.0, 99.0), List.of(1.0, 1.0)).ratio()).isCloseTo(2, CLOSE);
  }

  @Test
  void interval_isStudentsOnTheLogarithms() {
    Interval interval = Interval.of(List.of(2.0, 4.0, 8.0), List.of(1.0, 1.0, 1.0));

    // standard error ln 2 / sqrt 3, and t = 4.3027 with two degrees of freedom
    double reach = Math.exp(4.302653 * Math.log(2) / Math.sqrt(3));
    assertThat(interval.low()).isCloseTo(4 / reach, within(1e-4));
    assertThat(interval.high()).isCloseTo(4 * reach, within(1e-3));
  }

  @Test
  void moreRoundsOfTheSameSpread_giveTheIntervalThatTheyWouldHave() {
    Interval three = Interval.of(List.of(2.0, 4.0, 8.0), List.of(1.0, 1.0, 1.0));

    // t = 2.2281 with ten degrees of freedom
    double reach = Math.exp(2.228139 * Math.log(2) / Math.sqrt(11));
    assertThat(three.with(11).low()).isCloseTo(4 / reach, within(1e-4));
    assertThat(three.with(11).high()).isCloseTo(4 * reach, within(1e-4));
    assertThat(three.with(3)).isEqualTo(three);
  }

  @Test
  void whatBothSidesOfARoundShare_doesNotWidenTheInterval() {
    Interval interval = Interval.of(List.of(2.0, 20.0, 200.0), List.of(1.0, 10.0, 100.0));

    assertThat(interval.low()).isCloseTo(2, CLOSE);
    assertThat(interval.high()).isCloseTo(2, CLOSE);
  }

  @Test
  void aSingleRound_hasNoInterval() {
    Interval interval = Interval.of(List.of(3.0), List.of(2.0));

    assertThat(interval).isEqualTo(new Interval(interval.ratio(), Double.NaN, Double.NaN, 1));
    assertThat(interval.ratio()).isCloseTo(1.5, CLOSE);
  }

  @Test
  void intervalOfTimes_isNotCounted() {
    assertThat(Interval.of(List.of(2.0, 4.0), List.of(1.0, 1.0)).isCounted()).isFalse();
    assertThat(Interval.of(List.of(2.0), List.of(1.0)).isCounted()).isFalse();
    assertThat(Interval.counted(2, 1).isCounted()).isTrue();
  }
}
