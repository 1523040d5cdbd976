package cloakroom.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.contract.Significance;
import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class IntervalTest {
  private static final Offset<Double> CLOSE = within(1e-4);

  @Test
  void of_fourBlocks_isStudentsIntervalOfTheLogarithms() {
    // t = 3.182446 with three degrees of freedom; the logarithms' mean is 1.5 ln 2
    double error = Math.log(2) * Math.sqrt(5 / 3.0) / 2;
    Interval usual = Interval.of(1, 2, 4, 8);

    assertThat(usual.ratio()).isCloseTo(Math.pow(2, 1.5), CLOSE);
    assertThat(Math.log(usual.high() / usual.ratio())).isCloseTo(3.182446 * error, CLOSE);
    assertThat(Math.log(usual.ratio() / usual.low())).isCloseTo(3.182446 * error, CLOSE);
  }

  /** The interval of 95 % contains the true ratio in 95 % of all cases, also with few blocks. */
  @ParameterizedTest
  @ValueSource(ints = {4, 6})
  void of_normalLogarithms_coversTheTrueRatio(int blocks) {
    Random random = new Random(20_110_811);
    int draws = 20_000;
    int covered = 0;
    for (int draw = 0; draw < draws; draw++) {
      double[] ratios = new double[blocks];
      Arrays.setAll(ratios, block -> 1.74 * Math.exp(0.3 * random.nextGaussian()));
      Interval interval = Interval.of(ratios);
      covered += interval.low() <= 1.74 && interval.high() >= 1.74 ? 1 : 0;
    }
    assertThat((double) covered / draws).isBetween(0.94, 0.96);
  }

  @Test
  void of_threeBlocks_isTheirRangeWithoutVerdict() {
    Interval range = Interval.of(2, 16, 4);

    assertThat(range.low()).isCloseTo(2, CLOSE);
    assertThat(range.high()).isCloseTo(16, CLOSE);
    assertThat(range.isConfidence()).isFalse();
    assertThat(range.verdict()).isEmpty();
    assertThat(Interval.of(3).high()).isCloseTo(3, CLOSE);
  }

  @Test
  void verdict_fourBlocks_comparesTheIntervalWithOne() {
    assertThat(Interval.of(2.0, 2.1, 1.9, 2.0).verdict()).contains(Significance.SEEN);
    assertThat(Interval.of(1.0, 1.01, 0.99, 1.0).verdict()).contains(Significance.NONE);
    assertThat(Interval.of(0.5, 2, 0.6, 1.5).verdict()).contains(Significance.UNDECIDED);
  }

  @Test
  void unpaired_fourAndFiveValues_isWelchsInterval() {
    // by R: t.test(log(c(2, 4, 4, 8)), log(c(1, 1, 2, 2, 4)))
    Interval interval = Interval.unpaired(new double[] {2, 4, 4, 8}, new double[] {1, 1, 2, 2, 4});

    assertThat(interval.blocks()).isEqualTo(4);
    assertThat(Math.log(interval.ratio()) / Math.log(2)).isCloseTo(1.2, CLOSE);
    double error = Math.log(2) * Math.sqrt(2 / 3.0 / 4 + 0.7 / 5);
    assertThat(Math.log(interval.high() / interval.ratio()))
        .isCloseTo(2.378467 * error, within(1e-2));
    Interval range = Interval.unpaired(new double[] {2, 8}, new double[] {1, 2, 4, 4, 4});
    assertThat(range.isConfidence()).isFalse();
    assertThat(range.low()).isCloseTo(0.5, CLOSE);
    assertThat(range.high()).isCloseTo(8, CLOSE);
  }

  @Test
  void inverse_isTheIntervalOfTheReciprocal() {
    assertThat(new Interval(2, 1, 4, 5).inverse()).isEqualTo(new Interval(0.5, 0.25, 1, 5));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          1.74    | 1.58    | 1.912   | 4  | ×  | 1.74 × [1.58, 1.91]
          2       | 1       | 4       | 8  | ×  | 2.00 × [1.00, 4.00]
          30.91   | 28.06   | 34.04   | 4  | ×  | 30.9 × [28.1, 34.0]
          2310.4  | 110.2   | 3120    | 4  | ×  | 2310 × [110, 3120]
          1.74    | 1.58    | 1.912   | 3  | ×  | 1.74 × (1.58–1.91)
          1.74    | 1.58    | 1.912   | 1  | ×  | 1.74 ×
          1.74    | NaN     | NaN     | 4  | ×  | 1.74 ×
          NaN     | NaN     | NaN     | 0  | ×  | –
          12      | 11      | 13      | 4  | ms | 12 ms [11, 13]
          12      | 11.5    | 13      | 4  | '' | 12.0 [11.5, 13.0]
          12      | NaN     | NaN     | 0  | ms | 12 ms
          """)
  void text_valueAndBounds_haveOneForm(
      double value, double low, double high, int blocks, String unit, String text) {
    assertThat(new Interval(value, low, high, blocks).text(unit)).isEqualTo(text);
  }

  @Test
  void counted_hasNoWidth() {
    assertThat(Interval.counted(2).text(Interval.TIMES)).isEqualTo("2.00 ×");
    assertThat(Interval.of(62).around(62).text("ms")).isEqualTo("62 ms");
    assertThat(Interval.counted(2)).isEqualTo(new Interval(2, 2, 2, Integer.MAX_VALUE));
    assertThat(Interval.counted(2).isCounted()).isTrue();
    assertThat(Interval.of(2, 2, 2, 2).isCounted()).isFalse();
  }
}
