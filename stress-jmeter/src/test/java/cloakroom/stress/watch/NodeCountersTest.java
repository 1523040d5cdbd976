package cloakroom.stress.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class NodeCountersTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ObjectNode node(int requests, int before, int busy, long since) throws Exception {
    return (ObjectNode)
        JSON.readTree(
            """
            {"policy":"sticky","poolSize":9,"phase":"measured","measuredSince":%d,
             "counters":{"requests":%d},"baseline":{"requests":%d},
             "gauges":{"busy":%d,"maxInstances":%d}}
            """
                .formatted(since, requests, before, busy, busy + 1));
  }

  private static ObjectNode withTimes(ObjectNode node, String perSecond, long... micros)
      throws Exception {
    Histogram histogram = new Histogram(3);
    Arrays.stream(micros).forEach(histogram::recordValue);
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    ObjectNode times = node.putObject("tierTimes");
    times.put("unit", "us").put("count", micros.length);
    times.put("mean", Arrays.stream(micros).average().orElse(0));
    times.put(
        "histogram", Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
    times.set("perSecond", JSON.readTree(perSecond));
    return node;
  }

  private static Histogram histogram(JsonNode report) throws Exception {
    byte[] bytes = Base64.getDecoder().decode(report.at("/tierTimes/histogram").asText());
    return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
  }

  @Test
  void counters_baselines_and_gauges_are_sums() throws Exception {
    ObjectNode sum = NodeCounters.sum(List.of(node(10, 4, 1, 2000), node(7, 2, 0, 1000)));

    assertThat(sum.at("/counters/requests").asInt()).isEqualTo(17);
    assertThat(sum.at("/baseline/requests").asInt()).isEqualTo(6);
    assertThat(sum.at("/gauges/busy").asInt()).isEqualTo(1);
    assertThat(sum.at("/gauges/maxInstances").asInt()).isEqualTo(3);
    assertThat(sum.at("/measuredSince").asInt()).isEqualTo(1000);
    assertThat(sum.path("poolSize").asInt()).isEqualTo(9);
  }

  @Test
  void node_without_a_measured_request_has_measured_nothing() throws Exception {
    ObjectNode idle = node(5, 0, 0, 0);
    idle.put("phase", "warm-up").putObject("baseline");

    ObjectNode sum = NodeCounters.sum(List.of(idle, node(10, 4, 0, 1000)));

    assertThat(sum.at("/counters/requests").asInt() - sum.at("/baseline/requests").asInt())
        .isEqualTo(6);
    assertThat(sum.path("phase").asText()).isEqualTo("measured");
    assertThat(sum.path("measuredSince").asInt()).isEqualTo(1000);
  }

  @Test
  void tier_times_of_all_nodes_are_in_one_histogram() throws Exception {
    ObjectNode first = withTimes(node(1, 0, 0, 1), "[[100,2,30],[101,1,90]]", 10, 20, 90);
    ObjectNode second = withTimes(node(1, 0, 0, 1), "[[101,1,400]]", 400);

    ObjectNode sum = NodeCounters.sum(List.of(first, second));

    assertThat(histogram(sum).getTotalCount()).isEqualTo(4);
    assertThat(histogram(sum).getMinValue()).isEqualTo(10);
    assertThat(histogram(sum).getMaxValue()).isEqualTo(400);
    assertThat(sum.at("/tierTimes/count").asInt()).isEqualTo(4);
    assertThat(sum.at("/tierTimes/mean").asDouble()).isEqualTo(130);
    assertThat(sum.at("/tierTimes/perSecond")).hasToString("[[100,2,30],[101,2,490]]");
  }

  @Test
  void reports_are_left_as_they_were() throws Exception {
    ObjectNode first = withTimes(node(10, 4, 1, 2000), "[[100,1,30]]", 30);
    String before = first.toString();

    NodeCounters.sum(List.of(first, withTimes(node(1, 1, 1, 1), "[]", 1)));
    NodeCounters.ofDead(first);

    assertThat(first).hasToString(before);
  }

  @Test
  void dead_node_keeps_its_counters_and_highest_marks() throws Exception {
    ObjectNode dead = NodeCounters.ofDead(node(10, 4, 3, 2000));

    assertThat(dead.at("/counters/requests").asInt()).isEqualTo(10);
    assertThat(dead.at("/gauges/busy").asInt(-1)).isZero();
    assertThat(dead.at("/gauges/maxInstances").asInt()).isEqualTo(4);
  }
}
