package cloakroom.stress.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Detector of changes in a series of values, for any distribution: E-Divisive of D. S. Matteson and
 * N. A. James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data",
 * Journal of the American Statistical Association 109 (2014), with an exponent of 1. MongoDB uses
 * it for nightly measurements: D. Daly and others, "The Use of Change Point Detection to Identify
 * Software Performance Regressions in a Continuous Integration System", ICPE 2020.
 *
 * <p>The series is divided at the largest energy distance between the values before and the best
 * segment after, if shuffled values rarely reach it; then each part is divided in the same way.
 */
final class ChangePoints {
  /** Minimum number of values on each side: a single outlier is no change. */
  private static final int MIN_VALUES = 2;

  private static final int SHUFFLES = 499;

  /** Maximum number of shuffles that reach the distance, for a false positive rate of 1 %. */
  private static final int MAX_BY_CHANCE = 4;

  /** Tolerance: sums of shuffled values may differ in the last digits. */
  private static final double ROUNDING = 1 - 1e-9;

  /** Index of a division, 0 if there is none, and the energy distance there. */
  private record Split(int at, double energy) {}

  private ChangePoints() {}

  /** Returns the indexes of the first values after changes; deterministic. */
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
    // sums[i][j]: sum of the distances between the first i values and the first j
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

  /** Returns the distance of n values and the m after them, by sums among n, n to all, all. */
  private static double energy(double n, double m, double first, double cross, double all) {
    double between = 2 * (cross - first) / (n * m);
    double within = first / (n * (n - 1)) + (all - 2 * cross + first) / (m * (m - 1));
    return n * m / (n + m) * (between - within);
  }
}
