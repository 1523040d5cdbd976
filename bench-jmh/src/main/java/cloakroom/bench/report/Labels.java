package cloakroom.bench.report;

import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.Point;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Short names for the points of a study: only the parameters that tell them apart. */
final class Labels {
  private final Set<String> telling;
  private final String x;

  private Labels(Set<String> telling, String x) {
    this.telling = telling;
    this.x = x;
  }

  static Labels of(StudyResult result) {
    Set<String> telling = new TreeSet<>();
    for (Point point : result.points()) {
      point
          .parameters()
          .forEach(
              (name, value) -> {
                boolean differs =
                    result.points().stream()
                        .anyMatch(other -> !value.equals(other.parameters().get(name)));
                if (differs) {
                  telling.add(name);
                }
              });
    }
    return new Labels(telling, result.card().xParameter());
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
