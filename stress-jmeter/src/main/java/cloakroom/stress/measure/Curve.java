package cloakroom.stress.measure;

import java.util.ArrayList;
import java.util.List;

/** A line in a chart: points over the seconds of the measured phase. */
public record Curve(List<Point> points) {
  private static final int MOST = 600;

  /** One point: seconds since the measured phase began, and the value. */
  public record Point(double seconds, double value) {}

  /** Pairs up two columns of equal length, leaving out what was not sampled. */
  public static Curve of(double[] seconds, double[] values) {
    List<Point> points = new ArrayList<>();
    for (int i = 0; i < seconds.length; i++) {
      if (Double.isFinite(values[i])) {
        points.add(new Point(seconds[i], values[i]));
      }
    }
    return thin(points);
  }

  /** Long runs are drawn from means of neighbouring points, so that a report stays small. */
  private static Curve thin(List<Point> points) {
    int step = (points.size() + MOST - 1) / MOST;
    if (step <= 1) {
      return new Curve(List.copyOf(points));
    }
    List<Point> thinned = new ArrayList<>();
    for (int i = 0; i < points.size(); i += step) {
      thinned.add(mean(points.subList(i, Math.min(points.size(), i + step))));
    }
    return new Curve(List.copyOf(thinned));
  }

  private static Point mean(List<Point> points) {
    return new Point(
        points.stream().mapToDouble(Point::seconds).average().orElse(0),
        points.stream().mapToDouble(Point::value).average().orElse(0));
  }
}
