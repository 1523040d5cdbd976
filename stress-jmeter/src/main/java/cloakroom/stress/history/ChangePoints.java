package cloakroom.stress.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Detector of points where the distribution of a series of values changes. The method is E-Divisive
 * with exponent 1: D. S. Matteson and N. A. James, "A Nonparametric Approach for Multiple Change
 * Point Analysis of Multivariate Data", Journal of the American Statistical Association 109 (2014).
 *
 * <p>The series is divided at the point with the highest energy distance between the values before
 * and after. The division counts if randomly shuffled values rarely reach this distance. Each part
 * is then divided in the same way.
 *
 * <p>MongoDB uses this method for nightly measurements: "The Use of Change Point Detection to
 * Identify Software Performance Regressions", ICPE 2020.
 */
final class ChangePoints {
  // Requires two runs on each side of a change, because a single run may be an outlier.
  private static final int MIN_VALUES = 2;
  private static final int SHUFFLES = 499;
  // Accepts a change if at most 4 of 499 shuffled series have one as large: 1 % false positives.
  private static final int MAX_BY_CHANCE = 4;
  private static final double ROUNDING = 1 - 1e-9;

  /**
   * Division of a series into two parts. {@code at} is the index of the first value of the second
   * part, or 0 if no division was found.
   */
  private record Split(int at, double energy) {}

  private ChangePoints() {}

  /**
   * Returns the index of the first value after each change. The random seed is fixed, so equal
   * series always have equal results.
   */
  public static List<Integer> of(List<Double> series) {
    SortedSet<Integer> found = new TreeSet<>();
    search(series, 0, new Random(1), found);
    return List.copyOf(found);
  }

  private static void search(
      List<Double> series, int first, Random random, SortedSet<Integer> found) {
    Split best = best(series);
    if (best.at > 0 && significant(series, best.energy, random)) {
      found.add(first + best.at);
      search(series.subList(0, best.at), first, random, found);
      search(series.subList(best.at, series.size()), first + best.at, random, found);
    }
  }

  private static boolean significant(List<Double> series, double energy, Random random) {
    List<Double> shuffled = new ArrayList<>(series);
    int asLarge = 0;
    for (int i = 0; i < SHUFFLES && asLarge <= MAX_BY_CHANCE; i++) {
      Collections.shuffle(shuffled, random);
      asLarge += best(shuffled).energy >= energy * ROUNDING ? 1 : 0;
    }
    return asLarge <= MAX_BY_CHANCE;
  }

  private static Split best(List<Double> series) {
    double[] values = series.stream().mapToDouble(Double::doubleValue).toArray();
    // sums[i][j] is the sum of |a - b| over the first i values a and the first j values b.
    double[][] sums = new double[values.length + 1][values.length + 1];
    for (int i = 0; i < values.length; i++) {
      double row = 0;
      for (int j = 0; j < values.length; j++) {
        row += Math.abs(values[i] - values[j]);
        sums[i + 1][j + 1] = sums[i][j + 1] + row;
      }
    }
    Split best = new Split(0, 0);
    for (int at = MIN_VALUES; at <= values.length - MIN_VALUES; at++) {
      for (int end = at + MIN_VALUES; end <= values.length; end++) {
        double energy = energy(at, end - at, sums[at][at], sums[at][end], sums[end][end]);
        best = energy > best.energy ? new Split(at, energy) : best;
      }
    }
    return best;
  }

  /** Returns the energy distance between n values and the next m values, from sums of |a - b|. */
  private static double energy(double n, double m, double first, double cross, double all) {
    double between = 2 * (cross - first) / (n * m);
    double within = first / (n * (n - 1)) + (all - 2 * cross + first) / (m * (m - 1));
    return n * m / (n + m) * (between - within);
  }
}
