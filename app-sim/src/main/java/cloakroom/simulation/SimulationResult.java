package cloakroom.simulation;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Result of a simulation, with times in milliseconds. The fields {@code begun}, {@code ended},
 * {@code failed} and {@code underWay} include the warm-up. All other fields exclude the warm-up.
 *
 * @param tierBusy mean utilization of the nodes' processors, from 0 to 1
 * @param connectionsMean mean number of used connections, summed over all nodes
 * @param connectionsMost maximum number of used connections of one node
 * @param connectionShortage why a node's connections are too few for its application modules, which
 *     keep them between requests; empty if they suffice
 * @param asked mean database work that the module pools add to each request of the cycle
 */
public record SimulationResult(
    long requests,
    double perSecond,
    TimeSummary response,
    TimeSummary instanceWait,
    TimeSummary connectionWait,
    double tierBusy,
    double databaseBusy,
    double connectionsMean,
    int connectionsMost,
    String connectionShortage,
    long instances,
    List<DatabaseWork> asked,
    Map<String, Long> counts,
    long begun,
    long ended,
    long failed,
    long underWay) {
  public record DatabaseWork(double roundTrips, double flushes) {}

  public record TimeSummary(double mean, double p95, double p99, double max) {
    static TimeSummary of(Histogram micros) {
      double p95 = micros.getValueAtPercentile(95) / 1e3;
      double p99 = micros.getValueAtPercentile(99) / 1e3;
      return new TimeSummary(micros.getMean() / 1e3, p95, p99, micros.getMaxValue() / 1e3);
    }
  }
}
