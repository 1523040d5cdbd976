package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.stress.folder.Times;
import cloakroom.stress.judge.MeasuredTrial.BlockStatistic;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class BlockStatisticTest {
  @Property(tries = 200)
  void percentileOfAllBlocks_isThatOfTheHistogram(
      @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 0, max = 2000) Integer> values) {
    Times times = new Times();
    for (int i = 0; i < values.size(); i++) {
      times.add(i / 10, values.get(i));
    }
    int[] distinct = times.distinct();
    BlockStatistic p95 = BlockStatistic.p95(distinct, times.countsByValue(distinct, 2, 10));
    assertThat(p95.plain()).isEqualTo(times.summary().get("p95"));
  }

  @Test
  void weights_takeBlocksSeveralTimesOrNotAtAll() {
    BlockStatistic mean = BlockStatistic.mean(new double[] {10, 40}, new double[] {10, 10});
    assertThat(mean.plain()).isEqualTo(2.5, within(1e-9));
    assertThat(mean.at(new int[] {2, 0})).isEqualTo(1, within(1e-9));
    assertThat(mean.at(new int[] {0, 2})).isEqualTo(4, within(1e-9));
  }
}
