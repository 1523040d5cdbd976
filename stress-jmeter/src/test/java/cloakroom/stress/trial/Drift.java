package cloakroom.stress.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Trend of a quantity: slope of a straight line through the means of ten blocks, with its 99 %
 * interval. Readings are autocorrelated, so single readings would make the interval too narrow.
 */
final class Drift {
  private static final int BLOCKS = 10;

  /** Student's t for eight degrees of freedom, 99 %. */
  private static final double T = 3.355;

  /** Relative growth over the whole time that is acceptable. */
  private static final double MARGIN = 0.05;

  private final String name;
  private final List<Double> readings = new ArrayList<>();

  Drift(String name) {
    this.name = name;
  }

  void add(double reading) {
    readings.add(reading);
  }

  private double[] blocks() {
    double[] means = new double[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
      int from = i * readings.size() / BLOCKS;
      int to = (i + 1) * readings.size() / BLOCKS;
      means[i] =
          readings.subList(from, to).stream().mapToDouble(r -> r).average().orElse(Double.NaN);
    }
    return means;
  }

  private double mean() {
    return readings.stream().mapToDouble(r -> r).average().orElse(Double.NaN);
  }

  /** Returns the growth over the whole time, and half of the width of its interval. */
  private double[] growth() {
    double[] y = blocks();
    double middle = (BLOCKS - 1) / 2.0;
    double xx = 0;
    double xy = 0;
    for (int i = 0; i < BLOCKS; i++) {
      xx += (i - middle) * (i - middle);
      xy += (i - middle) * y[i];
    }
    double slope = xy / xx;
    double residues = 0;
    for (int i = 0; i < BLOCKS; i++) {
      double residue = y[i] - mean() - slope * (i - middle);
      residues += residue * residue;
    }
    double error = Math.sqrt(residues / (BLOCKS - 2) / xx);
    return new double[] {slope * BLOCKS, T * error * BLOCKS};
  }

  /** Returns whether the whole interval is above the margin. */
  boolean grows() {
    if (readings.size() < BLOCKS) {
      throw new IllegalStateException(name + ": only " + readings.size() + " readings");
    }
    double[] growth = growth();
    return growth[0] - growth[1] > MARGIN * mean() && growth[0] > 0;
  }

  @Override
  public String toString() {
    double[] growth = growth();
    return String.format(
        Locale.ROOT,
        "%s: mean %.1f of %d, grows by %.1f (%.1f to %.1f)",
        name,
        mean(),
        readings.size(),
        growth[0],
        growth[0] - growth[1],
        growth[0] + growth[1]);
  }
}
