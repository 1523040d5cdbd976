package cloakroom.bench.report;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * One series of a chart: a time for each size.
 *
 * @param label what stands in the legend
 * @param points milliseconds by x, all more than 0
 */
record SizeCurve(String label, TreeMap<Double, Double> points) {
  /** Fewer sizes show no shape. */
  private static final int SHAPE = 4;

  /** A size that brings this share of what the best one brings is large enough. */
  private static final double ENOUGH = 0.95;

  /** Whether there are sizes enough to read a shape from. */
  boolean hasShape() {
    return points.size() >= SHAPE;
  }

  /** Whether the largest size takes less time than the smallest. */
  boolean falls() {
    return points.lastEntry().getValue() < points.firstEntry().getValue();
  }

  /**
   * The exponent of a power law: the slope of the straight line through the logarithms of sizes and
   * times, by least squares. 1 means that the time grows as the size does.
   *
   * @return NaN with less than two sizes
   */
  double slope() {
    double n = points.size();
    double meanX = points.keySet().stream().mapToDouble(Math::log).sum() / n;
    double meanY = points.values().stream().mapToDouble(Math::log).sum() / n;
    double products = 0;
    double squares = 0;
    for (Map.Entry<Double, Double> point : points.entrySet()) {
      double dx = Math.log(point.getKey()) - meanX;
      products += dx * (Math.log(point.getValue()) - meanY);
      squares += dx * dx;
    }
    return squares == 0 ? Double.NaN : products / squares;
  }

  /**
   * The smallest size that saves 95 % of what the best of all sizes saves against the smallest.
   *
   * @return NaN if no size saves anything
   */
  double knee() {
    double from = points.firstEntry().getValue();
    double saved = from - Collections.min(points.values());
    return points.entrySet().stream()
        .filter(point -> saved > 0 && from - point.getValue() >= ENOUGH * saved)
        .mapToDouble(Map.Entry::getKey)
        .findFirst()
        .orElse(Double.NaN);
  }
}
