package cloakroom.stress.measure.read;

import cloakroom.stress.files.Times;
import cloakroom.stress.measure.Curve;
import java.util.List;

/** Builds the curves that are means over each second. */
final class Curves {
  private Curves() {}

  /** Mean of the times of the requests begun in each second. */
  static Curve perSecond(Times times, double seconds) {
    int blocks = (int) Math.max(1, Math.ceil(seconds));
    return means(0, times.sums(1, blocks), times.counts(1, blocks));
  }

  /**
   * Mean time in the tier, milliseconds, for each second on the tier's clock.
   *
   * @param told as in {@link cloakroom.contract.TierTimes#perSecond}
   */
  static Curve tier(List<long[]> told, long from, long to) {
    long first = from / 1000;
    int seconds = (int) (to / 1000 - first) + 1;
    double[] sums = new double[seconds];
    double[] counts = new double[seconds];
    for (long[] second : told) {
      long at = second[0] - first;
      if (at >= 0 && at < seconds) {
        sums[(int) at] += second[2] / 1000.0;
        counts[(int) at] += second[1];
      }
    }
    return means(first - from / 1000.0, sums, counts);
  }

  private static Curve means(double offset, double[] sums, double[] counts) {
    double[] at = new double[sums.length];
    double[] means = new double[sums.length];
    for (int i = 0; i < sums.length; i++) {
      at[i] = Math.max(0, offset + i);
      means[i] = counts[i] == 0 ? Double.NaN : sums[i] / counts[i];
    }
    return Curve.of(at, means);
  }
}
