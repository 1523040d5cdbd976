package cloakroom.bench.run;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;

/** Where a falling curve bends: the size from which on doubling it no longer pays. */
public final class Knee {
  /** A doubling pays if it saves a tenth of the time. */
  private static final double PAYS = 0.1;

  private Knee() {}

  /**
   * The first size after which no step saves a tenth of the time for each doubling that it is wide.
   *
   * @param curve time by size, both above 0, at least two sizes
   * @return the size; empty if the last step still pays, so that the knee lies beyond
   */
  public static OptionalDouble of(SortedMap<Double, Double> curve) {
    if (curve.size() < 2) {
      throw new IllegalArgumentException("a curve of " + curve.size() + " points has no knee");
    }
    double knee = curve.firstKey();
    double size = Double.NaN;
    double time = Double.NaN;
    for (Map.Entry<Double, Double> point : curve.entrySet()) {
      if (saving(size, time, point.getKey(), point.getValue()) >= PAYS) {
        knee = point.getKey();
      }
      size = point.getKey();
      time = point.getValue();
    }
    return knee == curve.lastKey() ? OptionalDouble.empty() : OptionalDouble.of(knee);
  }

  /** Share of the time that one doubling saves between two points; NaN before the first. */
  private static double saving(double size, double time, double nextSize, double nextTime) {
    double doublings = Math.log(nextSize / size) / Math.log(2);
    return 1 - Math.pow(nextTime / time, 1 / doublings);
  }
}
