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
 * Measured and published curves of a study.
 *
 * @param measured one for each series, in the order of measurement; empty without an x axis
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

  /** Returns sentences on a study in addition to its ratios: slopes and knees, then its remarks. */
  static List<String> interpretation(StudyResult study) {
    StudyCurves curves = of(study);
    List<String> sentences = new ArrayList<>();
    curves.measured.forEach(curve -> describe(sentences, curve, curve.label()));
    curves.published.forEach(curve -> describe(sentences, curve, publishedLabel(curve)));
    sentences.addAll(study.remarks());
    return sentences;
  }

  /** Returns the label of a published curve, marked as such. */
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
   * One series of a chart: a time for each size.
   *
   * @param label label in the legend
   * @param points milliseconds by x, all more than 0
   * @param logarithmic whether sizes grow by factors; only then is there a slope or a knee
   */
  record SizeCurve(String label, TreeMap<Double, Double> points, boolean logarithmic) {
    /** Number of sizes below which there is neither a slope nor a knee. */
    private static final int MIN_SIZES = 4;

    /** Share of the best size's saving that is enough. */
    private static final double ENOUGH = 0.95;

    private boolean hasShape(boolean falling) {
      boolean falls = points.lastEntry().getValue() < points.firstEntry().getValue();
      return logarithmic && points.size() >= MIN_SIZES && falls == falling;
    }

    /**
     * Returns the exponent with which times grow with sizes: the slope of the least-squares line
     * through both logarithms; NaN for a falling curve. 1 means proportional.
     */
    double slope() {
      SimpleRegression line = new SimpleRegression();
      points.forEach((x, y) -> line.addData(Math.log(x), Math.log(y)));
      return hasShape(false) ? line.getSlope() : Double.NaN;
    }

    /**
     * Returns the smallest size that saves 95 % of what the best size saves compared with the
     * smallest; NaN for a rising curve.
     */
    double knee() {
      double first = points.firstEntry().getValue();
      double saved = first - Collections.min(points.values());
      return points.entrySet().stream()
          .filter(point -> hasShape(true) && first - point.getValue() >= ENOUGH * saved)
          .mapToDouble(Map.Entry::getKey)
          .findFirst()
          .orElse(Double.NaN);
    }
  }

  /**
   * Short labels for the points of a study: only the parameters that distinguish them.
   *
   * @param onCurve those of points with a value on the x axis
   * @param offCurve those of the other points
   * @param x parameter of the axis; null without one
   */
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

    /** Returns the label without the parameter of the x axis; "measured" if it is empty. */
    String series(Point point) {
      String label = others(point);
      return label.isEmpty() ? "measured" : label;
    }

    /** Returns the label with the parameter of the x axis. */
    String all(Point point) {
      String size = x == null ? null : point.parameters().get(x);
      if (size == null) {
        return series(point);
      }
      String others = others(point);
      return (others.isEmpty() ? "" : others + ", ") + x + " " + size;
    }

    /** Joins the values of the other parameters; a number or a boolean gets its name. */
    private String others(Point point) {
      Set<String> shown = isOnCurve(point) ? onCurve : offCurve;
      return point.parameters().entrySet().stream()
          .filter(each -> shown.contains(each.getKey()) && !each.getKey().equals(x))
          .map(
              each ->
                  each.getValue().matches("-?[0-9.]+|true|false")
                      ? each.getKey() + " " + each.getValue()
                      : each.getValue())
          .collect(Collectors.joining(" "));
    }
  }
}
