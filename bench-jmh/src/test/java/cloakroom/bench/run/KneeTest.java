package cloakroom.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class KneeTest {
  private static SortedMap<Double, Double> curve(Map<Double, Double> points) {
    return new TreeMap<>(points);
  }

  @Test
  void publishedFetchSizes_bendAt100() {
    SortedMap<Double, Double> published =
        curve(
            Map.of(
                1.0, 5.4378192, 10.0, 1.1115984, 100.0, 0.2703888, 1000.0, 0.200288, 10000.0,
                0.1902736));
    assertThat(Knee.of(published)).hasValue(100);
  }

  @Test
  void steps_countByTheDoublingsInThem() {
    // a tenth for each doubling is a third for three of them
    assertThat(Knee.of(curve(Map.of(1.0, 100.0, 8.0, 73.0)))).hasValue(1);
    assertThat(Knee.of(curve(Map.of(1.0, 100.0, 8.0, 72.0)))).isEmpty();
  }

  @Test
  void aCurveThatStillFalls_hasItsKneeBeyond() {
    assertThat(Knee.of(curve(Map.of(1.0, 8.0, 2.0, 4.0, 4.0, 2.0)))).isEmpty();
  }

  @Test
  void aCurveThatRises_bendsAtItsFirstSize() {
    assertThat(Knee.of(curve(Map.of(1.0, 1.0, 2.0, 2.0, 4.0, 4.0)))).hasValue(1);
  }

  @Test
  void aStepThatPaysLate_movesTheKnee() {
    assertThat(Knee.of(curve(Map.of(1.0, 8.0, 2.0, 8.0, 4.0, 4.0, 8.0, 4.0)))).hasValue(4);
  }

  @Test
  void onePoint_isNoCurve() {
    assertThatThrownBy(() -> Knee.of(curve(Map.of(1.0, 1.0))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 points");
  }
}
