package cloakroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.bench.report.StudyCurves.SizeCurve;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SizeCurveTest {

  private static SizeCurve curve(Map<Double, Double> points) {
    return new SizeCurve("curve", new TreeMap<>(points));
  }

  @Test
  void slope_isTheExponentOfAPowerLaw() {
    SizeCurve squares = curve(Map.of(1.0, 3.0, 2.0, 12.0, 4.0, 48.0, 8.0, 192.0));

    assertThat(squares.slope()).isCloseTo(2, within(1e-9));
  }

  @Test
  void slope_isTheLineOfLeastSquares() {
    double e = Math.E;
    SizeCurve curve = curve(Map.of(1.0, 1.0, e, 1.0, e * e, e));

    assertThat(curve.slope()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void slopeOfASinglePoint_isNotKnown() {
    assertThat(curve(Map.of(2.0, 1.0)).slope()).isNaN();
  }

  @Test
  void kneeOfThePublishedFetchSizes_isAHundred() {
    SizeCurve published =
        curve(Map.of(1.0, 5437.8, 10.0, 1111.6, 100.0, 270.4, 1000.0, 200.3, 10000.0, 190.3));

    assertThat(published.knee()).isEqualTo(100);
  }

  @Test
  void knee_isTheSmallestSizeThatSavesAlmostAsMuchAsTheBest() {
    assertThat(curve(Map.of(1.0, 100.0, 2.0, 6.0, 4.0, 5.0, 8.0, 0.0)).knee()).isEqualTo(4);
  }

  @Test
  void timesThatNeverFall_haveNoKnee() {
    assertThat(curve(Map.of(1.0, 5.0, 10.0, 5.0, 100.0, 6.0)).knee()).isNaN();
  }

  @Test
  void fewSizes_showNoShape() {
    assertThat(curve(Map.of(1.0, 4.0, 2.0, 3.0, 4.0, 2.0)).hasShape()).isFalse();
    assertThat(curve(Map.of(1.0, 4.0, 2.0, 3.0, 4.0, 2.0, 8.0, 1.0)).hasShape()).isTrue();
  }

  @Test
  void curve_fallsIfTheLargestSizeIsTheFastest() {
    assertThat(curve(Map.of(1.0, 4.0, 2.0, 5.0, 4.0, 3.0)).falls()).isTrue();
    assertThat(curve(Map.of(1.0, 4.0, 2.0, 3.0, 4.0, 5.0)).falls()).isFalse();
  }
}
