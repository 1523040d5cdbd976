package cloakroom.bench.report;

import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyDefinition.AxisScale;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.Point;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Measured and published curves of a study. The published curves come from the original article.
 *
 * @param measured one curve for each measured series; empty if the study has a bar chart
 */
record StudyCurves(List<SizeCurve> measured, List<SizeCurve> published) {
  static StudyCurves of(StudyResult result) {
    StudyDefinition study = result.definition();
    boolean logarithmic = study.chart().isCurve() && study.chart().x() == AxisScale.LOGARITHMIC;
    Labels labels = Labels.of(result);
    Map<String, TreeMap<Double, Double>> series = new LinkedHashMap<>();
    for (Point point : result.points()) {
      boolean onAxis = Double.isFinite(point.x()) && (point.x() > 0 || !logarithmic);
      if (study.chart().isCurve() && onAxis && point.mean() > 0) {
        series
            .computeIfAbsent(labels.series(point), label -> new TreeMap<>())
            .put(point.x(), point.mean());
      }
    }
    series.values().removeIf(points -> points.size() < 2); // for instance a row with added latency
    List<SizeCurve> measured = new ArrayList<>();
    series.forEach((label, points) -> measured.add(new SizeCurve(label, points, logarithmic)));
    List<SizeCurve> published = new ArrayList<>();
    new TreeMap<>(study.published())
        .forEach(
            (label, seconds) -> {
              TreeMap<Double, Double> millis = new TreeMap<>();
              seconds.forEach((x, y) -> millis.put(x, y * 1_000));
              published.add(new SizeCurve(label, millis, logarithmic));
            });
    return new StudyCurves(measured, published);
  }

  /** Returns sentences with the slope and the knee of each curve, then the study's remarks. */
  static List<String> interpretation(StudyResult study) {
    StudyCurves curves = of(study);
    List<String> sentences = new ArrayList<>();
    curves.measured.forEach(curve -> describe(sentences, curve, curve.label()));
    curves.published.forEach(curve -> describe(sentences, curve, publishedLabel(curve)));
    sentences.addAll(study.remarks());
    return sentences;
  }

  static String publishedLabel(SizeCurve curve) {
    return curve.label().contains("published") ? curve.label() : curve.label() + " (published)";
  }

  private static void describe(List<String> sentences, SizeCurve curve, String label) {
    if (Double.isFinite(curve.slope())) {
      sentences.add(String.format(Locale.ROOT, "%s: slope %.2f", label, curve.slope()));
    }
    if (Double.isFinite(curve.knee())) {
      sentences.add(label + ": knee at " + Rounded.number(curve.knee()));
    }
  }

  /**
   * Curve of a chart: milliseconds for each size, for instance for each fetch size.
   *
   * @param points milliseconds by size; all values are above 0
   * @param logarithmic whether the size axis is logarithmic; if false, slope and knee are NaN
   */
  record SizeCurve(String label, TreeMap<Double, Double> points, boolean logarithmic) {
    private static final int MIN_SIZES = 4;

    private boolean hasShape(boolean falling) {
      boolean falls = points.lastEntry().getValue() < points.firstEntry().getValue();
      return logarithmic && points.size() >= MIN_SIZES && falls == falling;
    }

    /**
     * Returns the slope of the least-squares line through log(size) and log(time). A slope of 1
     * means that time is proportional to size. Returns NaN if the time falls with the size.
     */
    double slope() {
      SimpleRegression line = new SimpleRegression();
      points.forEach((x, y) -> line.addData(Math.log(x), Math.log(y)));
      return hasShape(false) ? line.getSlope() : Double.NaN;
    }

    /**
     * Returns the smallest size with at least 95 % of the maximum time saving. Larger sizes hardly
     * help. Returns NaN if the time rises with the size.
     */
    double knee() {
      double first = points.firstEntry().getValue();
      double saved = first - Collections.min(points.values());
      return points.entrySet().stream()
          .filter(point -> hasShape(true) && first - point.getValue() >= 0.95 * saved)
          .mapToDouble(Map.Entry::getKey)
          .findFirst()
          .orElse(Double.NaN);
    }
  }

  record Labels(Set<String> onCurve, Set<String> offCurve, String x) {
    static Labels of(StudyResult result) {
      Map<Boolean, List<Point>> parts =
          result.points().stream().collect(Collectors.partitioningBy(Labels::isOnCurve));
      return new Labels(
          distinguishing(parts.get(true)),
          distinguishing(parts.get(false)),
          result.definition().chart().parameter());
    }

    private static boolean isOnCurve(Point point) {
      return Double.isFinite(point.x());
    }

    private static Set<String> distinguishing(List<Point> points) {
      return points.stream()
          .flatMap(point -> point.parameters().entrySet().stream())
          .filter(
              each ->
                  points.stream()
                      .anyMatch(p -> !each.getValue().equals(p.parameters().get(each.getKey()))))
          .map(Map.Entry::getKey)
          .collect(Collectors.toSet());
    }

    String series(Point point) {
      String label = others(point);
      return label.isEmpty() ? "measured" : label;
    }

    String all(Point point) {
      String size = x == null ? null : point.parameters().get(x);
      String others = others(point);
      return size == null
          ? series(point)
          : (others.isEmpty() ? "" : others + ", ") + x + " " + size;
    }

    private String others(Point point) {
      Set<String> shown = isOnCurve(point) ? onCurve : offCurve;
      return point.parameters().entrySet().stream()
          .filter(each -> shown.contains(each.getKey()) && !each.getKey().equals(x))
          .map(
              each ->
                  each.getValue().matches("-?[0-9.]+(us|ms)?|true|false")
                      ? each.getKey() + " " + each.getValue()
                      : each.getValue())
          .collect(Collectors.joining(" "));
    }
  }
}
