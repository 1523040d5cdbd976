package cloakroom.bench.harness;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Ratio of two times with its 95 % confidence interval. Both times of a round were measured under
 * the same conditions, so each round gives one ratio. The interval is Student's t interval of the
 * ratios' logarithms.
 *
 * @param ratio geometric mean of the rounds' ratios
 * @param low lower end; NaN with a single round
 * @param high upper end; NaN with a single round
 */
public record Interval(double ratio, double low, double high, int rounds) {
  /** Computes the interval of the ratio above/below; each list has one positive time per round. */
  public static Interval of(List<Double> above, List<Double> below) {
    int rounds = Math.min(above.size(), below.size());
    SummaryStatistics logs = new SummaryStatistics();
    for (int i = 0; i < rounds; i++) {
      logs.addValue(Math.log(above.get(i) / below.get(i)));
    }
    double mean = logs.getMean();
    if (rounds == 1) {
      return new Interval(Math.exp(mean), Double.NaN, Double.NaN, rounds);
    }
    double reach = logs.getStandardDeviation() * reach(rounds);
    return new Interval(Math.exp(mean), Math.exp(mean - reach), Math.exp(mean + reach), rounds);
  }

  private static double reach(int rounds) {
    return new TDistribution(rounds - 1).inverseCumulativeProbability(0.975) / Math.sqrt(rounds);
  }

  /** Estimates the interval after {@code others} rounds (2 or more) with the same variance. */
  Interval with(int others) {
    double by = reach(others) / reach(rounds);
    return new Interval(
        ratio, ratio * Math.pow(low / ratio, by), ratio * Math.pow(high / ratio, by), others);
  }

  /** Returns the ratio of two counts as an interval of width 0, because counts do not vary. */
  static Interval counted(double above, double below) {
    double ratio = above / below;
    return new Interval(ratio, ratio, ratio, Integer.MAX_VALUE);
  }

  public boolean isCounted() {
    return low == high;
  }
}
