package cloakroom.bench.report;

import java.util.Map;
import java.util.TreeMap;

/**
 * One series of a chart: a time for each size.
 *
 * @param label what stands in the legend
 * @param points milliseconds by x, all more than 0
 */
record Curve(String label, TreeMap<Double, Double> points) {
  /** Fewer sizes show no shape. */
  private static final int SHAPE = 4;

  /** A tenfold size that saves less than this share of the time is not worth it. */
  private static final double WORTH = 0.2;

  private static final double TENFOLD = 10;

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
   * The smallest size beyond which a tenfold size saves less than 20 % of the time. Between two
   * measured sizes the time is read from a straight line over the logarithm of the size.
   *
   * @return NaN if every tenfold size that was measured saves more
   */
  double knee() {
    for (Map.Entry<Double, Double> point : points.entrySet()) {
      double tenfold = at(point.getKey() * TENFOLD);
      if (1 - tenfold / point.getValue() < WORTH) {
        return point.getKey();
      }
    }
    return Double.NaN;
  }

  private double at(double x) {
    Map.Entry<Double, Double> below = points.floorEntry(x);
    Map.Entry<Double, Double> above = points.ceilingEntry(x);
    if (below == null || above == null) {
      return Double.NaN;
    }
    if (below.getKey().equals(above.getKey())) {
      return below.getValue();
    }
    double share = Math.log(x / below.getKey()) / Math.log(above.getKey() / below.getKey());
    return below.getValue() + share * (above.getValue() - below.getValue());
  }
}
