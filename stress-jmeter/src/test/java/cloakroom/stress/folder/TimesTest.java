package cloakroom.stress.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TimesTest {
  @Test
  void add_trialOfHours_mergesSecondsAndKeepsSums() {
    Times times = new Times();
    double sum = 0;
    for (int second = 0; second < 28_800; second++) {
      times.add(second, second % 1_999);
      sum += second % 1_999;
    }

    assertThat(times.counts(10, 2_880)).containsOnly(10);
    assertThat(times.counts(1, 28_800)[1]).as("merged with second 0").isZero();
    assertThat(Arrays.stream(times.sums(10, 2_880)).sum()).isCloseTo(sum, within(1e-3));
    assertThat(times.means()).hasSize(2_880);
    assertThat(times.p95(9)).isEqualTo(9);
    assertThat(times.distinct()).hasSize(1_999);
  }

  @Test
  void percentiles_areToldForEachHalvingOfWhatIsLeft() {
    Times times = new Times();
    for (int i = 1; i <= 1_000; i++) {
      times.add(0, i);
    }
    List<double[]> points = times.percentiles();

    assertThat(points).hasSize(20);
    assertThat(points.get(0)).containsExactly(1, 1);
    assertThat(points.get(2)).containsExactly(2, 500);
    assertThat(points.get(4)).containsExactly(4, 750);
    assertThat(new Times().percentiles()).isEmpty();
  }
}
