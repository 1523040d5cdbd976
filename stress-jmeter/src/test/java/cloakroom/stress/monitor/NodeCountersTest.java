package cloakroom.stress.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.NodeReport;
import cloakroom.contract.TierTimes;
import cloakroom.stress.judge.SyntheticTrial;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class NodeCountersTest {
  private static NodeReport node(long requests, long before, long busy, long since) {
    return node(requests, Map.of("requests", before), busy, since, null);
  }

  private static NodeReport node(
      long requests, Map<String, Long> baseline, long busy, long since, TierTimes times) {
    return new NodeReport(
        "sticky",
        "ucp",
        9,
        "memory",
        Map.of(),
        since == 0 ? "warm-up" : "measured",
        since,
        Map.of("requests", requests),
        baseline,
        Map.of("busy", busy, "maxInstances", busy + 1),
        times);
  }

  private static NodeReport timed(List<long[]> perSecond, long... micros) {
    Histogram histogram = new Histogram(3);
    Arrays.stream(micros).forEach(histogram::recordValue);
    return node(1, Map.of(), 0, 1, SyntheticTrial.tierTimes(histogram, perSecond));
  }

  private static Histogram histogram(NodeReport report) throws Exception {
    byte[] bytes = Base64.getDecoder().decode(report.tierTimes().histogram());
    return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
  }

  @Test
  void countersBaselinesAndGauges_areSums() {
    NodeReport sum = NodeCounters.sum(List.of(node(10, 4, 1, 2000), node(7, 2, 0, 1000)));

    assertThat(sum.counters()).isEqualTo(Map.of("requests", 17L));
    assertThat(sum.baseline()).isEqualTo(Map.of("requests", 6L));
    assertThat(sum.gauges()).isEqualTo(Map.of("busy", 1L, "maxInstances", 3L));
    assertThat(sum.measuredSince()).isEqualTo(1000);
    assertThat(sum.poolSize()).isEqualTo(9);
  }

  @Test
  void nodeWithoutAMeasuredRequest_hasMeasuredNothing() {
    NodeReport idle = node(5, Map.of(), 0, 0, null);

    NodeReport sum = NodeCounters.sum(List.of(idle, node(10, 4, 0, 1000)));

    assertThat(sum.counters().get("requests") - sum.baseline().get("requests")).isEqualTo(6);
    assertThat(sum.phase()).isEqualTo("measured");
    assertThat(sum.measuredSince()).isEqualTo(1000);
  }

  @Test
  void tierTimesOfAllNodes_areInOneHistogram() throws Exception {
    NodeReport first = timed(List.of(new long[] {100, 2, 30}, new long[] {101, 1, 90}), 10, 20, 90);
    NodeReport second = timed(List.of(new long[] {101, 1, 400}), 400);

    NodeReport sum = NodeCounters.sum(List.of(first, second));

    assertThat(histogram(sum).getTotalCount()).isEqualTo(4);
    assertThat(histogram(sum).getMinValue()).isEqualTo(10);
    assertThat(histogram(sum).getMaxValue()).isEqualTo(400);
    assertThat(sum.tierTimes().count()).isEqualTo(4);
    assertThat(sum.tierTimes().mean()).isEqualTo(130);
    assertThat(sum.tierTimes().perSecond())
        .containsExactly(new long[] {100, 2, 30}, new long[] {101, 2, 490});
    assertThat(first.tierTimes().perSecond().get(1)).containsExactly(101, 1, 90);
  }

  @Test
  void deadNode_keepsItsCountersAndHighestMarks() {
    NodeReport dead = node(10, 4, 3, 2000).ofDead();

    assertThat(dead.counters()).containsEntry("requests", 10L);
    assertThat(dead.gauges()).isEqualTo(Map.of("busy", 0L, "maxInstances", 4L));
  }
}
