package cloakroom.stress.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Where a figure changed from one run to the next, whatever its distribution: E-Divisive of D. S.
 * Matteson and N. A. James, "A Nonparametric Approach for Multiple Change Point Analysis of
 * Multivariate Data", Journal of the American Statistical Association 109 (2014), with an exponent
 * of 1. MongoDB watches its nightly measurements with it: D. Daly and others, "The Use of Change
 * Point Detection to Identify Software Performance Regressions in a Continuous Integration System",
 * ICPE 2020.
 *
 * <p>The series is divided where the energy distance between what lies before and the best stretch
 * behind is largest, if shuffled values hardly ever give as much; then each part by itself.
 */
final class ChangePoints {
  /** A single value that stands out is no change. */
  private static final int LEAST = 2;

  private static final int SHUFFLES = 499;

  /** Of those at most so many: one series in a hundred that never change shows a change. */
  private static final int BY_CHANCE = 4;

  /** Shuffled values are added in another order, and their sums may differ in the last digits. */
  private static final double ROUNDING = 1 - 1e-9;

  /** A place to divide at, 0 if there is none, and the distance there. */
  private record Split(int at, double energy) {}

  private ChangePoints() {}

  /** The places of the values with which something new begins; the same values, the same places. */
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
    for (int i = 0; i < SHUFFLES && asLarge <= BY_CHANCE; i++) {
      Collections.shuffle(shuffled, random);
      asLarge += best(shuffled).energy >= energy * ROUNDING ? 1 : 0;
    }
    return asLarge <= BY_CHANCE;
  }

  private static Split best(List<Double> series) {
    double[] values = series.stream().mapToDouble(Double::doubleValue).toArray();
    // sums[i][j]: the distances between each of the first i values and each of the first j
    double[][] sums = new double[values.length + 1][values.length + 1];
    for (int i = 0; i < values.length; i++) {
      double row = 0;
      for (int j = 0; j < values.length; j++) {
        row += Math.abs(values[i] - values[j]);
        sums[i + 1][j + 1] = sums[i][j + 1] + row;
      }
    }
    Split best = new Split(0, 0);
    for (int at = LEAST; at <= values.length - LEAST; at++) {
      for (int end = at + LEAST; end <= values.length; end++) {
        double energy = energy(at, end - at, sums[at][at], sums[at][end], sums[end][end]);
        best = energy > best.energy ? new Split(at, energy) : best;
      }
    }
    return best;
  }

  /** Of n values and m behind them, by the sums among the n, from the n to all, and among all. */
  private static double energy(double n, double m, double first, double cross, double all) {
    double between = 2 * (cross - first) / (n * m);
    double within = first / (n * (n - 1)) + (all - 2 * cross + first) / (m * (m - 1));
    return n * m / (n + m) * (between - within);
  }
}
