package cloakroom.stress.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a trial's times take up, and what they still tell. */
final class TimesTest {
  private static final int SECONDS = 1_600;
  private static final int PER_SECOND = 1_000;

  @Test
  void moreDifferentTimesThanThereIsRoomFor_areKeptBySeveralSecondsTogether() {
    Times times = new Times();
    double sum = 0;
    for (int i = 0; i < SECONDS * PER_SECOND; i++) {
      times.add(i / PER_SECOND, i % 1_999);
      sum += i % 1_999;
    }

    assertThat(times.counts(10, SECONDS / 10)).containsOnly(10 * PER_SECOND);
    assertThat(Arrays.stream(times.sums(10, SECONDS / 10)).sum()).isEqualTo(sum);
    assertThat(times.counts(1, SECONDS)[1]).as("told with the second 0").isZero();
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
