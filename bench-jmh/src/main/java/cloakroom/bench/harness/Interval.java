package cloakroom.bench.harness;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * A ratio with its 95 % interval: Student's t on the logarithms of the rounds' own ratios, because
 * both sides of a round were measured side by side and share what the machine did meanwhile.
 *
 * @param ratio geometric mean over the rounds
 * @param low lower end, NaN with a single round
 * @param high upper end, NaN with a single round
 */
public record Interval(double ratio, double low, double high, int rounds) {
  private static final double LEVEL = 0.975;

  /** Counts need no rounds: nothing is unknown of their spread. */
  private static final int COUNTED = Integer.MAX_VALUE;

  /** The ratio of two sides, of which each round has a time above 0. */
  public static Interval of(List<Double> above, List<Double> below) {
    int rounds = Math.min(above.size(), below.size());
    if (rounds == 0) {
      throw new IllegalArgumentException("a ratio of " + above.size() + " and " + below.size());
    }
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

  /** Half the interval of so many rounds, in standard deviations. */
  private static double reach(int rounds) {
    return new TDistribution(rounds - 1).inverseCumulativeProbability(LEVEL) / Math.sqrt(rounds);
  }

  /** What so many rounds, 2 or more, would show with the same ratio and the same spread. */
  Interval with(int others) {
    double by = reach(others) / reach(rounds);
    return new Interval(
        ratio, ratio * Math.pow(low / ratio, by), ratio * Math.pow(high / ratio, by), others);
  }

  /** The ratio of two counts, which do not vary. */
  public static Interval counted(double above, double below) {
    double ratio = above / below;
    return new Interval(ratio, ratio, ratio, COUNTED);
  }

  /** Whether the ratio is of counts, not of times. */
  public boolean isCounted() {
    return low == high;
  }
}
