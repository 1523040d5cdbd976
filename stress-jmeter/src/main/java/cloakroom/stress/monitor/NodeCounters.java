package cloakroom.stress.monitor;

import cloakroom.contract.NodeReport;
import cloakroom.contract.Phase;
import cloakroom.contract.TierTimes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Sum of the counters of several tier nodes, in the format of {@code GET /counters}.
 *
 * <p>Processing times are merged into one histogram. Settings come from the first node, because all
 * nodes have equal settings. The sum of maxima is an upper bound, as nodes peak at different times.
 */
public final class NodeCounters {
  private NodeCounters() {}

  public static NodeReport sum(List<NodeReport> nodes) {
    NodeReport first = nodes.get(0);
    boolean measured = nodes.stream().anyMatch(node -> Phase.MEASURED.equals(node.phase()));
    return new NodeReport(
        first.policy(),
        first.pool(),
        first.poolSize(),
        first.store(),
        first.settings(),
        measured ? Phase.MEASURED : first.phase(),
        nodes.stream().mapToLong(NodeReport::measuredSince).filter(t -> t > 0).min().orElse(0),
        added(nodes, NodeReport::counters),
        // A node without a measured request has no baseline; its current counters are its baseline.
        added(nodes, node -> node.baseline().isEmpty() ? node.counters() : node.baseline()),
        added(nodes, NodeReport::gauges),
        times(nodes.stream().map(NodeReport::tierTimes).filter(Objects::nonNull).toList()));
  }

  private static Map<String, Long> added(
      List<NodeReport> nodes, Function<NodeReport, Map<String, Long>> group) {
    Map<String, Long> sums = new LinkedHashMap<>();
    nodes.forEach(node -> group.apply(node).forEach((name, n) -> sums.merge(name, n, Long::sum)));
    return sums;
  }

  private static TierTimes times(List<TierTimes> times) {
    if (times.isEmpty()) {
      return null;
    }
    long n = times.stream().mapToLong(TierTimes::count).sum();
    double sum = times.stream().mapToDouble(of -> of.count() * of.mean()).sum();
    return new TierTimes(
        TierTimes.MICROSECONDS, n, n == 0 ? 0 : sum / n, histogram(times), perSecond(times));
  }

  private static String histogram(List<TierTimes> times) {
    Histogram all = new Histogram(TierTimes.DIGITS);
    try {
      for (TierTimes of : times) {
        if (of.histogram() != null && !of.histogram().isEmpty()) {
          all.add(Histogram.fromString(of.histogram()));
        }
      }
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("a node's tier times are no valid histogram", e);
    }
    ByteBuffer buffer = ByteBuffer.allocate(all.getNeededByteBufferCapacity());
    int length = all.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  private static List<long[]> perSecond(List<TierTimes> times) {
    Map<Long, long[]> seconds = new TreeMap<>();
    for (TierTimes of : times) {
      for (long[] second : of.perSecond()) {
        long[] sums = seconds.computeIfAbsent(second[0], at -> new long[] {at, 0, 0});
        sums[1] += second[1];
        sums[2] += second[2];
      }
    }
    return new ArrayList<>(seconds.values());
  }
}
