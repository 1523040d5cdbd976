package cloakroom.bench.family.http;

import cloakroom.bench.lab.Blocks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What one server did in one block.
 *
 * @param seconds how long the block was
 * @param nanos times of requests as the client saw them, the wait for its one thread included
 * @param bytes allocated by the server
 * @param cpuNanos processor time of the server
 */
record Turn(double seconds, Histogram nanos, long bytes, long cpuNanos) {

  private double rate() {
    return nanos.getTotalCount() / seconds;
  }

  /** The requests a second of each. */
  static List<Double> rates(List<Turn> turns) {
    return turns.stream().map(Turn::rate).toList();
  }

  /** Several of one server as figures of a table. */
  static Map<String, Double> figures(List<Turn> turns) {
    Histogram all = new Histogram(turns.get(0).nanos);
    all.reset();
    double bytes = 0;
    double cpuNanos = 0;
    for (Turn turn : turns) {
      all.add(turn.nanos);
      bytes += turn.bytes;
      cpuNanos += turn.cpuNanos;
    }
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("requests/s", Blocks.median(rates(turns)));
    figures.put("p50 µs", all.getValueAtPercentile(50) / 1e3);
    figures.put("p99 µs", all.getValueAtPercentile(99) / 1e3);
    figures.put("bytes/request", bytes / all.getTotalCount());
    figures.put("CPU µs/request", cpuNanos / 1e3 / all.getTotalCount());
    return figures;
  }
}
