package cloakroom.stress.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TimesTest {
  @Test
  void add_trialOfHours_mergesSeconds() {
    Times times = new Times();
    for (int second = 0; second < 28_800; second++) {
      times.add(second, second % 1_999);
    }

    assertThat(times.means()).hasSize(2_880);
    assertThat(times.means().get(1)).containsExactly(10, 14.5);
    assertThat(times.p95(9)).isEqualTo(9);
  }

  @Test
  void percentiles_areToldForEachHalvingOfWhatIsLeft() {
    Times times = new Times();
    for (int i = 1; i <= 1_000; i++) {
      times.add(0, i);
    }
    List<double[]> points = Times.percentiles(times.all(), 1);

    assertThat(points).hasSize(20);
    assertThat(points.get(0)).containsExactly(1, 1);
    assertThat(points.get(2)).containsExactly(2, 500);
    assertThat(points.get(4)).containsExactly(4, 750);
    assertThat(Times.percentiles(new Times().all(), 1)).isEmpty();
  }
}
