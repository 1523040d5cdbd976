package cloakroom.stress.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The reports of several nodes as one, in the form of {@code GET /counters}.
 *
 * <p>Counters, baselines and gauges are sums, tier times are put together in one histogram. A sum
 * of the nodes' maxima is an upper bound of the maximum of the sum: the nodes need not have had
 * theirs at the same moment. What is the same on all nodes, the settings say, comes from the first.
 */
public final class NodeCounters {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int DIGITS = 3;

  private NodeCounters() {}

  /** Sums up the reports of at least one node. */
  public static ObjectNode sum(List<JsonNode> nodes) {
    ObjectNode all = nodes.get(0).deepCopy();
    all.set("counters", added(nodes.stream().map(node -> node.path("counters")).toList()));
    all.set("baseline", added(nodes.stream().map(NodeCounters::baseline).toList()));
    all.set("gauges", added(nodes.stream().map(node -> node.path("gauges")).toList()));
    all.put("measuredSince", measuredSince(nodes));
    if (nodes.stream().anyMatch(node -> node.path("phase").asText().equals("measured"))) {
      all.put("phase", "measured");
    }
    List<JsonNode> times =
        nodes.stream().map(node -> node.path("tierTimes")).filter(JsonNode::isObject).toList();
    if (!times.isEmpty()) {
      all.set("tierTimes", times(times));
    }
    return all;
  }

  /** The same report with nothing under way: of a dead node only what it has counted is left. */
  public static ObjectNode ofDead(JsonNode node) {
    ObjectNode dead = node.deepCopy();
    ObjectNode gauges = dead.withObjectProperty("gauges");
    for (Map.Entry<String, JsonNode> gauge : List.copyOf(gauges.properties())) {
      if (!gauge.getKey().startsWith("max")) {
        gauges.put(gauge.getKey(), 0);
      }
    }
    return dead;
  }

  /** A node that saw no request of the measured phase has measured nothing of what it counted. */
  private static JsonNode baseline(JsonNode node) {
    JsonNode baseline = node.path("baseline");
    return baseline.isEmpty() ? node.path("counters") : baseline;
  }

  private static long measuredSince(List<JsonNode> nodes) {
    return nodes.stream()
        .mapToLong(node -> node.path("measuredSince").asLong())
        .filter(since -> since > 0)
        .min()
        .orElse(0);
  }

  private static ObjectNode added(List<JsonNode> groups) {
    ObjectNode sums = JSON.createObjectNode();
    for (JsonNode group : groups) {
      for (Map.Entry<String, JsonNode> field : group.properties()) {
        sums.put(field.getKey(), sums.path(field.getKey()).asLong() + field.getValue().asLong());
      }
    }
    return sums;
  }

  private static ObjectNode times(List<JsonNode> times) {
    ObjectNode all = times.get(0).deepCopy();
    long count = times.stream().mapToLong(of -> of.path("count").asLong()).sum();
    double sum =
        times.stream()
            .mapToDouble(of -> of.path("count").asLong() * of.path("mean").asDouble())
            .sum();
    all.put("count", count);
    all.put("mean", count == 0 ? 0 : sum / count);
    all.put("histogram", histogram(times));
    all.set("perSecond", perSecond(times));
    return all;
  }

  private static String histogram(List<JsonNode> times) {
    Histogram all = new Histogram(DIGITS);
    for (JsonNode of : times) {
      String text = of.path("histogram").asText();
      if (!text.isEmpty()) {
        all.add(decode(text));
      }
    }
    ByteBuffer buffer = ByteBuffer.allocate(all.getNeededByteBufferCapacity());
    int length = all.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  private static Histogram decode(String text) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a node's histogram of tier times is no histogram", e);
    }
  }

  private static ArrayNode perSecond(List<JsonNode> times) {
    Map<Long, long[]> seconds = new TreeMap<>();
    for (JsonNode of : times) {
      for (JsonNode second : of.path("perSecond")) {
        long[] sums = seconds.computeIfAbsent(second.path(0).asLong(), at -> new long[2]);
        sums[0] += second.path(1).asLong();
        sums[1] += second.path(2).asLong();
      }
    }
    ArrayNode rows = JSON.createArrayNode();
    seconds.forEach((at, sums) -> rows.addArray().add(at).add(sums[0]).add(sums[1]));
    return rows;
  }
}
