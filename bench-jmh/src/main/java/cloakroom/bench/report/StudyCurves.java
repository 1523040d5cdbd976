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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * The measured and the published curves of a study, and what is read from them.
 *
 * @param ours one for each series, in the order of measurement; none without an x axis
 */
record StudyCurves(List<SizeCurve> ours, List<SizeCurve> published) {
  private static final double MILLIS = 1000;

  static StudyCurves of(StudyResult result) {
    Labels labels = Labels.of(result);
    Map<String, TreeMap<Double, Double>> series = new LinkedHashMap<>();
    for (Point point : result.points()) {
      if (result.card().chart().isCurve()
          && isOnTheAxis(point.x(), result.card().chart().x())
          && point.mean() > 0) {
        series
            .computeIfAbsent(labels.series(point), label -> new TreeMap<>())
            .put(point.x(), point.mean());
      }
    }
    List<SizeCurve> ours = new ArrayList<>();
    series.forEach((label, points) -> ours.add(curve(result.card(), label, points)));
    return new StudyCurves(ours, published(result.card()));
  }

  private static boolean isOnTheAxis(double x, AxisScale scale) {
    return Double.isFinite(x) && (x > 0 || scale == AxisScale.LINEAR);
  }

  private static List<SizeCurve> published(StudyDefinition card) {
    List<SizeCurve> curves = new ArrayList<>();
    new TreeMap<>(card.published())
        .forEach(
            (label, seconds) -> {
              TreeMap<Double, Double> points = new TreeMap<>();
              seconds.forEach((x, y) -> points.put(x, y * MILLIS));
              curves.add(curve(card, label, points));
            });
    return curves;
  }

  private static SizeCurve curve(
      StudyDefinition card, String label, TreeMap<Double, Double> points) {
    boolean byFactors = card.chart().isCurve() && card.chart().x() == AxisScale.LOGARITHMIC;
    return new SizeCurve(label, points, byFactors);
  }

  /** Returns sentences on what a study shows in addition to its ratios; every report has them. */
  static List<String> readings(StudyResult study) {
    return Stream.concat(of(study).words().stream(), study.remarks().stream()).toList();
  }

  /** A line on each curve of which a slope or a knee is known, the published ones last. */
  private List<String> words() {
    List<String> words = new ArrayList<>();
    ours.forEach(curve -> say(words, curve, curve.label()));
    published.forEach(curve -> say(words, curve, publishedLabel(curve)));
    return words;
  }

  /** The author's series by name, so that nobody takes it for one of ours. */
  static String publishedLabel(SizeCurve curve) {
    return curve.label().contains("published") ? curve.label() : curve.label() + " (published)";
  }

  private void say(List<String> words, SizeCurve curve, String label) {
    if (Double.isFinite(curve.slope())) {
      words.add(String.format(Locale.ROOT, "%s: slope %.2f", label, curve.slope()));
    }
    if (Double.isFinite(curve.knee())) {
      words.add(label + ": knee at " + Rounded.number(curve.knee()));
    }
  }

  /**
   * One series of a chart: a time for each size.
   *
   * @param label what stands in the legend
   * @param points milliseconds by x, all more than 0
   * @param byFactors whether sizes grow by factors, so that enough of them show a shape
   */
  record SizeCurve(String label, TreeMap<Double, Double> points, boolean byFactors) {
    /** Fewer sizes show no shape. */
    private static final int SHAPE = 4;

    /** A size that brings this share of what the best one brings is large enough. */
    private static final double ENOUGH = 0.95;

    private boolean hasShape() {
      return byFactors && points.size() >= SHAPE;
    }

    /** Whether the largest size takes less time than the smallest. */
    private boolean falls() {
      return points.lastEntry().getValue() < points.firstEntry().getValue();
    }

    /**
     * Where times grow with sizes the exponent of a power law: the slope of the straight line
     * through the logarithms of both, by least squares; else NaN. 1 means that the time grows as
     * the size does.
     */
    double slope() {
      SimpleRegression line = new SimpleRegression();
      points.forEach((x, y) -> line.addData(Math.log(x), Math.log(y)));
      return hasShape() && !falls() ? line.getSlope() : Double.NaN;
    }

    /**
     * Where times fall the smallest size that saves 95 % of what the best of all sizes saves
     * against the smallest; else NaN.
     */
    double knee() {
      double from = points.firstEntry().getValue();
      double saved = from - Collections.min(points.values());
      return points.entrySet().stream()
          .filter(point -> hasShape() && falls() && from - point.getValue() >= ENOUGH * saved)
          .mapToDouble(Map.Entry::getKey)
          .findFirst()
          .orElse(Double.NaN);
    }
  }
}
