package cloakroom.bench.report;

import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.Point;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Short names for the points of a study: only the parameters that tell them apart.
 *
 * @param onCurve those of points with a place on the x axis
 * @param elsewhere those of the other points
 * @param x the parameter of the axis
 */
record Labels(Set<String> onCurve, Set<String> elsewhere, String x) {
  /** Points with a place on the x axis and points without one are told apart among themselves. */
  static Labels of(StudyResult result) {
    Map<Boolean, List<Point>> parts =
        result.points().stream().collect(Collectors.partitioningBy(Labels::isOnCurve));
    return new Labels(
        telling(parts.get(true)), telling(parts.get(false)), result.card().chart().parameter());
  }

  private static boolean isOnCurve(Point point) {
    return Double.isFinite(point.x());
  }

  private static Set<String> telling(List<Point> points) {
    Set<String> telling = new TreeSet<>();
    for (Point point : points) {
      point
          .parameters()
          .forEach(
              (name, value) -> {
                if (points.stream().anyMatch(p -> !value.equals(p.parameters().get(name)))) {
                  telling.add(name);
                }
              });
    }
    return telling;
  }

  /** Without the parameter of the x axis; "here" when nothing else tells it apart. */
  String series(Point point) {
    String label = join(point, name -> !name.equals(x));
    return label.isEmpty() ? "here" : label;
  }

  /** With it. */
  String all(Point point) {
    if (x == null || !point.parameters().containsKey(x)) {
      return series(point);
    }
    String size = x + " " + point.parameters().get(x);
    String series = join(point, name -> !name.equals(x));
    return series.isEmpty() ? size : series + ", " + size;
  }

  private String join(Point point, Predicate<String> wanted) {
    Set<String> telling = isOnCurve(point) ? onCurve : elsewhere;
    return point.parameters().entrySet().stream()
        .filter(entry -> telling.contains(entry.getKey()) && wanted.test(entry.getKey()))
        .map(Labels::value)
        .collect(Collectors.joining(" "));
  }

  /** A value that says nothing without its name gets it. */
  private static String value(Map.Entry<String, String> entry) {
    boolean bare = entry.getValue().matches("-?[0-9.]+|true|false");
    return bare ? entry.getKey() + " " + entry.getValue() : entry.getValue();
  }
}
