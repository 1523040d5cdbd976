package cloakroom.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.bench.report.StudyCurves.SizeCurve;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SizeCurveTest {
  private static SizeCurve curve(Map<Double, Double> points) {
    return new SizeCurve("curve", new TreeMap<>(points), true);
  }

  @Test
  void slope_isTheLineOfLeastSquaresThroughTheLogarithms() {
    double e = Math.E;

    assertThat(curve(Map.of(1.0, 3.0, 2.0, 12.0, 4.0, 48.0, 8.0, 192.0)).slope())
        .isCloseTo(2, within(1e-9));
    assertThat(curve(Map.of(1.0, 1.0, e, 1.0, e * e, e, e * e * e, e)).slope())
        .isCloseTo(0.4, within(1e-9));
  }

  @Test
  void knee_isTheSmallestSizeThatSavesAlmostAsMuchAsTheBest() {
    SizeCurve published =
        curve(Map.of(1.0, 5437.8, 10.0, 1111.6, 100.0, 270.4, 1000.0, 200.3, 10000.0, 190.3));

    assertThat(published.knee()).isEqualTo(100);
    assertThat(curve(Map.of(1.0, 100.0, 2.0, 6.0, 4.0, 5.0, 8.0, 0.0)).knee()).isEqualTo(4);
  }

  @Test
  void shape_takesFourSizes_andIsASlopeOrAKnee() {
    Map<Double, Double> rising = Map.of(1.0, 1.0, 2.0, 3.0, 4.0, 2.0, 8.0, 4.0);
    Map<Double, Double> falling = Map.of(1.0, 4.0, 2.0, 3.0, 4.0, 2.0, 8.0, 1.0);
    SizeCurve three = curve(Map.of(1.0, 4.0, 2.0, 3.0, 4.0, 2.0));

    assertThat(curve(rising).slope()).isPositive();
    assertThat(curve(rising).knee()).isNaN();
    assertThat(curve(falling).slope()).isNaN();
    assertThat(curve(falling).knee()).isEqualTo(8);
    assertThat(three.slope()).isNaN();
    assertThat(three.knee()).isNaN();
    assertThat(new SizeCurve("linear", new TreeMap<>(rising), false).slope()).isNaN();
  }
}
