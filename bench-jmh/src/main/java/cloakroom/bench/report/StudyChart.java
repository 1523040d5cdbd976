package cloakroom.bench.report;

import cloakroom.bench.harness.StudyDefinition.AxisScale;
import cloakroom.bench.harness.StudyDefinition.ChartDefinition;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.MeasuredRatio;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.report.StudyCurves.Labels;
import cloakroom.bench.report.StudyCurves.SizeCurve;
import cloakroom.statistics.Interval;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Mark;
import cloakroom.stress.document.Chart.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/** Builder of two kinds of chart: all ratios of a run, and the measured times of one study. */
final class StudyChart {
  private static final double MAX_FACTOR = 3; // between the maxima of curves on one linear axis
  private static final int GREY = -1;
  private static final int BAR_HUE = 1;

  private StudyChart() {}

  static Optional<Chart> of(StudyResult study) {
    if (study.points().stream().noneMatch(point -> point.mean() > 0)) {
      return Optional.empty();
    }
    StudyCurves curves = StudyCurves.of(study);
    return Optional.of(curves.measured().isEmpty() ? bars(study, curves) : curves(study, curves));
  }

  static Optional<Chart> ofRatios(List<StudyResult> studies, List<StudiesFile> others) {
    List<String> names = ofAll(studies, (id, each) -> id + " " + each.ratio().name());
    if (names.isEmpty()) {
      return Optional.empty();
    }
    List<double[]> published =
        ofAll(studies, (id, each) -> new double[] {each.ratio().published()});
    List<double[]> measured = ofAll(studies, (id, each) -> dot(Optional.of(each.interval())));
    List<Line> lines = new ArrayList<>();
    lines.add(new Line("published", 0, GREY, 0, true, false, published));
    lines.add(new Line("measured", 0, BAR_HUE, 0, false, false, measured));
    for (StudiesFile other : others) {
      List<double[]> dots = ofAll(studies, (id, each) -> dot(other.find(id, each.ratio().name())));
      lines.add(new Line(other.label(), 0, lines.size(), 0, false, false, dots));
    }
    return Optional.of(
        new Chart(
            "ratios",
            Kind.DOTS,
            "Every ratio, published and measured",
            "×",
            "Whiskers are 95 % intervals. A dot without a ring was published without a number.",
            new Axis("", Scale.LINEAR),
            new Axis("×", Scale.LOGARITHMIC),
            names,
            lines,
            true,
            List.of(new Mark(1, "no difference", GREY))));
  }

  private static <T> List<T> ofAll(
      List<StudyResult> studies, BiFunction<String, MeasuredRatio, T> dot) {
    return studies.stream()
        .flatMap(
            study -> study.ratios().stream().map(each -> dot.apply(study.definition().id(), each)))
        .toList();
  }

  private static double[] dot(Optional<Interval> interval) {
    return interval
        .map(found -> new double[] {found.ratio(), found.low(), found.high()})
        .orElse(new double[] {Double.NaN});
  }

  private static Chart curves(StudyResult study, StudyCurves curves) {
    ChartDefinition axes = study.definition().chart();
    boolean right = axes.y() == AxisScale.LINEAR && areApart(curves);
    List<Line> lines = new ArrayList<>();
    for (SizeCurve curve : curves.measured()) {
      lines.add(line(curve.label(), lines.size(), 0, false, curve));
    }
    int dash = 1;
    for (SizeCurve curve : curves.published()) {
      int hue = twin(curves.measured(), curve);
      lines.add(line(StudyCurves.publishedLabel(curve), hue, dash++, right, curve));
    }
    return new Chart(
        study.definition().id(),
        Kind.POINTS,
        "Times of " + study.definition().title(),
        "ms",
        right ? "The published times use the axis on the right." : "",
        new Axis(axes.label(), Scale.valueOf(axes.x().name())),
        new Axis("ms", Scale.valueOf(axes.y().name())),
        List.of(),
        lines,
        true,
        List.of());
  }

  private static Line line(String label, int hue, int dash, boolean right, SizeCurve curve) {
    List<double[]> points = new ArrayList<>();
    curve.points().forEach((x, y) -> points.add(new double[] {x, y}));
    return new Line(label, 0, hue, dash, dash > 0, right, points);
  }

  /**
   * Finds the measured curve with a label that contains the published label as a word. Returns its
   * colour number, or grey if no label matches.
   */
  private static int twin(List<SizeCurve> measured, SizeCurve published) {
    String name = published.label().toLowerCase(Locale.ROOT);
    for (int i = 0; i < measured.size(); i++) {
      String[] words = measured.get(i).label().toLowerCase(Locale.ROOT).split("[\\s_-]+");
      if (Arrays.asList(words).contains(name)) {
        return i;
      }
    }
    return GREY;
  }

  private static boolean areApart(StudyCurves curves) {
    double factor = maximum(curves.measured()) / maximum(curves.published());
    return factor > MAX_FACTOR || factor < 1 / MAX_FACTOR;
  }

  private static double maximum(List<SizeCurve> curves) {
    return curves.stream()
        .flatMap(curve -> curve.points().values().stream())
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(Double.NaN);
  }

  private static Chart bars(StudyResult study, StudyCurves curves) {
    List<String> names = new ArrayList<>();
    List<double[]> published = new ArrayList<>();
    List<double[]> measured = new ArrayList<>();
    for (SizeCurve curve : curves.published()) {
      for (double y : curve.points().values()) {
        names.add(StudyCurves.publishedLabel(curve));
        published.add(new double[] {y});
        measured.add(new double[] {Double.NaN});
      }
    }
    Labels labels = Labels.of(study);
    for (Point point : study.points()) {
      if (point.mean() > 0) {
        names.add(labels.all(point));
        measured.add(new double[] {point.mean()});
      }
    }
    return new Chart(
        study.definition().id(),
        Kind.BARS,
        "Times of " + study.definition().title(),
        "ms",
        "",
        new Axis("", Scale.LINEAR),
        new Axis("ms", Scale.AUTO),
        names,
        List.of(
            new Line("published", 0, GREY, 0, true, false, published),
            new Line("measured", 0, BAR_HUE, 0, false, false, measured)),
        false,
        List.of());
  }
}
