package cloakroom.bench.harness;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Ratio with its 95 % confidence interval: Student's t on the logarithms of the ratios of each
 * round, because both sides of a round ran close together under the same conditions.
 *
 * @param ratio geometric mean over the rounds
 * @param low lower end, NaN with a single round
 * @param high upper end, NaN with a single round
 */
public record Interval(double ratio, double low, double high, int rounds) {
  private static final double LEVEL = 0.975;

  /** Computes the ratio of two sides, each with a round at least and times above 0. */
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

  /** Returns half the width of the interval of N rounds, in standard deviations. */
  private static double reach(int rounds) {
    return new TDistribution(rounds - 1).inverseCumulativeProbability(LEVEL) / Math.sqrt(rounds);
  }

  /** Returns the interval of another number of rounds, 2 or more, with equal ratio and spread. */
  Interval with(int others) {
    double by = reach(others) / reach(rounds);
    return new Interval(
        ratio, ratio * Math.pow(low / ratio, by), ratio * Math.pow(high / ratio, by), others);
  }

  /** Returns the ratio of two counts, which are the same in every round. */
  static Interval counted(double above, double below) {
    double ratio = above / below;
    return new Interval(ratio, ratio, ratio, Integer.MAX_VALUE);
  }

  /** Returns whether the ratio is of counts, not of times. */
  public boolean isCounted() {
    return low == high;
  }
}
