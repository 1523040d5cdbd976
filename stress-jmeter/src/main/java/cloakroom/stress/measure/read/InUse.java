package cloakroom.stress.measure.read;

import cloakroom.contract.Counter;
import cloakroom.stress.files.Counters;
import cloakroom.stress.files.Series;

/**
 * The mean number of connections in use, from the time for which connections were leased.
 *
 * <p>The tier's final counters include what was leased between the end of the load and the stop of
 * the tier. That is nothing where connections go back after each request. Where instances keep
 * them, the sum at the last second of the load is used if the series has it, else the pool's
 * once-a-second count, which is steady then.
 */
final class InUse {
  private static final double MICROS_PER_MILLI = 1000;

  private InUse() {}

  static double mean(Counters counters, Series series, double seconds) {
    double growth = series.growth(Counter.LEASE_MICROS.label()) / MICROS_PER_MILLI;
    if (!Double.isNaN(growth)) {
      return growth;
    }
    double sampled = series.mean(Counter.CONNECTIONS_IN_USE.label());
    if (series.endsAboveZero(Counter.CONNECTIONS_HELD.label()) && !Double.isNaN(sampled)) {
      return sampled;
    }
    double leased = counters.measured(Counter.LEASE_MICROS) / (seconds * 1_000_000);
    return Math.min(leased, (double) counters.counted(Counter.MAX_CONNECTIONS_IN_USE));
  }
}
