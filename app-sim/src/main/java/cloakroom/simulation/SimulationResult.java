package cloakroom.simulation;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a simulation has counted. Times are milliseconds, and of the window that counts; only {@code
 * begun}, {@code ended}, {@code failed} and {@code underWay} are of the whole, warm-up included.
 *
 * @param tierBusy share of all nodes' processors, from 0 to 1
 * @param connectionsMean in use, all nodes together
 * @param connectionsMost the most in use at any node
 * @param asked what the pools have asked of the database for each request of the cycle, mean
 * @param counts growth of the pools' counters, by their names
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
    long instances,
    List<DatabaseWork> asked,
    Map<String, Long> counts,
    long begun,
    long ended,
    long failed,
    long underWay) {

  /** Work of the database. */
  public record DatabaseWork(double roundTrips, double flushes) {}

  /** How long something took. */
  public record TimeSummary(double mean, double p95, double p99, double max) {
    private static final double MILLI = 1e3;

    static TimeSummary of(Histogram micros) {
      return new TimeSummary(
          micros.getMean() / MILLI,
          micros.getValueAtPercentile(95) / MILLI,
          micros.getValueAtPercentile(99) / MILLI,
          micros.getMaxValue() / MILLI);
    }
  }
}
