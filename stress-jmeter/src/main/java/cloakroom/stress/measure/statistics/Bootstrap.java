package cloakroom.stress.measure.statistics;

import cloakroom.stress.measure.Comparison.Interval;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A two-level bootstrap: resamples the trials of a variant, then the blocks of seconds inside each,
 * because neighbouring seconds resemble each other and so do the seconds of one trial.
 *
 * <p>Resampling n trials spreads less than n trials do, by the square root of (n-1)/n; intervals
 * are widened by as much, on the scale of the logarithm. A single trial says nothing about the
 * spread between trials, and no widening can make up for that.
 */
public final class Bootstrap {
  /** How often everything is resampled. */
  public static final int REPLICATES = 2000;

  private static final int LONGEST_BLOCK = 10;
  private static final double TAIL = 0.025;

  private Bootstrap() {}

  /** A tenth of the shortest trial, from one to ten seconds. */
  public static int blockSeconds(List<MeasuredTrial> trials) {
    double shortest = trials.stream().mapToDouble(MeasuredTrial::seconds).min().orElse(1);
    return (int) Math.max(1, Math.min(LONGEST_BLOCK, shortest / 10));
  }

  /**
   * Replicates of a variant's figure, each relative to its own centre; not numbers where there is
   * nothing to draw from.
   *
   * @param trials the figure of each trial
   */
  static double[] replicates(List<BlockStatistic> trials, Random random) {
    double centre = trials.stream().mapToDouble(BlockStatistic::plain).average().orElse(0);
    double[] replicates = new double[REPLICATES];
    for (int i = 0; i < REPLICATES; i++) {
      replicates[i] = replicate(trials, random) / centre;
    }
    return replicates;
  }

  private static double replicate(List<BlockStatistic> trials, Random random) {
    double sum = 0;
    for (int i = 0; i < trials.size(); i++) {
      BlockStatistic trial = trials.get(random.nextInt(trials.size()));
      sum += trial.at(draw(trial.blocks(), random));
    }
    return sum / trials.size();
  }

  private static int[] draw(int blocks, Random random) {
    int[] weights = new int[blocks];
    for (int i = 0; i < blocks; i++) {
      weights[random.nextInt(blocks)]++;
    }
    return weights;
  }

  /** The interval of a ratio from the replicates of both sides; {@code trials} of the fewer. */
  static Interval interval(double ratio, double[] above, double[] below, int trials) {
    double[] logs = new double[REPLICATES];
    for (int i = 0; i < REPLICATES; i++) {
      logs[i] = Math.log(above[i] / below[i]);
    }
    Arrays.sort(logs);
    double widen = trials < 2 ? 1 : Math.sqrt(trials / (trials - 1.0));
    return new Interval(
        ratio,
        ratio * Math.exp(widen * logs[(int) (TAIL * REPLICATES)]),
        ratio * Math.exp(widen * logs[(int) ((1 - TAIL) * REPLICATES) - 1]));
  }
}
