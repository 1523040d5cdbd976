package cloakroom.stress.measure;

import java.util.List;

/**
 * The ratio of two figures that were taken in pairs, one right after the other: the geometric mean
 * of the pairs' ratios, and its 95 % interval by Student's t on the scale of the logarithm.
 *
 * @param low lower end of the interval, 0 for a single pair
 * @param high its upper end, infinite for a single pair
 */
public record PairedRatio(double ratio, double low, double high) {
  /** 97.5th percentiles of Student's t for 1, 2, 3 … degrees of freedom. */
  private static final double[] T = {
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
    2.145, 2.131, 2.120, 2.110, 2.101, 2.093
  };

  /**
   * The ratio a/b.
   *
   * @param a figures above 0
   * @param b figures above 0, as many
   * @throws IllegalArgumentException if there is none, or they are not as many
   */
  public static PairedRatio of(List<Double> a, List<Double> b) {
    if (a.isEmpty() || a.size() != b.size()) {
      throw new IllegalArgumentException(a.size() + " and " + b.size() + " figures are no pairs");
    }
    double[] logs = new double[a.size()];
    double mean = 0;
    for (int i = 0; i < logs.length; i++) {
      logs[i] = Math.log(a.get(i) / b.get(i));
      mean += logs[i] / logs.length;
    }
    double half = half(logs, mean);
    return new PairedRatio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
  }

  private static double half(double[] logs, double mean) {
    if (logs.length == 1) {
      return Double.POSITIVE_INFINITY;
    }
    double squares = 0;
    for (double log : logs) {
      squares += (log - mean) * (log - mean);
    }
    double t = T[Math.min(logs.length - 1, T.length) - 1];
    return t * Math.sqrt(squares / (logs.length - 1) / logs.length);
  }
}
