package cloakroom.bench.report;

import cloakroom.bench.harness.Interval;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.MeasuredRatio;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.report.StudyCurves.SizeCurve;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Mark;
import cloakroom.stress.document.Chart.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is drawn: all ratios on one axis, and of a study its milliseconds, as curves where it has an
 * x axis, else as bars.
 */
final class StudyChart {
  /** Curves whose tops differ by more than this cannot be read on one linear axis. */
  private static final double APART = 3;

  private static final int GREY = -1;
  private static final int BAR_HUE = 1;

  private StudyChart() {}

  /** The chart of a study; nothing if there is no time to draw. */
  static Optional<Chart> of(StudyResult study) {
    if (study.points().stream().noneMatch(point -> point.mean() > 0)) {
      return Optional.empty();
    }
    StudyCurves curves = StudyCurves.of(study);
    return Optional.of(curves.ours().isEmpty() ? bars(study, curves) : curves(study, curves));
  }

  /** Every ratio on one axis, with its interval; nothing if there is none. */
  static Optional<Chart> ofRatios(List<StudyResult> studies, List<StudiesFile> others) {
    List<String> names = new ArrayList<>();
    List<double[]> published = new ArrayList<>();
    List<double[]> ours = new ArrayList<>();
    Map<StudiesFile, List<double[]>> theirs = new LinkedHashMap<>();
    others.forEach(other -> theirs.put(other, new ArrayList<>()));
    for (StudyResult study : studies) {
      String id = study.card().id();
      for (MeasuredRatio measured : study.ratios()) {
        String name = measured.ratio().name();
        names.add(id + " " + name);
        published.add(new double[] {measured.ratio().published()});
        ours.add(dot(measured.interval()));
        theirs.forEach(
            (run, dots) ->
                dots.add(
                    run.find(id, name).map(StudyChart::dot).orElse(new double[] {Double.NaN})));
      }
    }
    if (names.isEmpty()) {
      return Optional.empty();
    }
    List<Line> lines = new ArrayList<>();
    lines.add(new Line("published", 0, GREY, 0, true, false, published));
    lines.add(new Line("ours", 0, BAR_HUE, 0, false, false, ours));
    theirs.forEach(
        (run, dots) -> lines.add(new Line(run.label(), 0, lines.size(), 0, false, false, dots)));
    return Optional.of(
        new Chart(
            "ratios",
            Kind.DOTS,
            "Every ratio, published and measured",
            "×",
            "Whiskers are 95 % intervals. A dot without a ring was published without a figure.",
            new Axis("", Scale.LINEAR),
            new Axis("×", Scale.LOGARITHMIC),
            names,
            lines,
            true,
            List.of(new Mark(1, "no difference", GREY))));
  }

  private static double[] dot(Interval interval) {
    return new double[] {interval.ratio(), interval.low(), interval.high()};
  }

  private static Chart curves(StudyResult study, StudyCurves curves) {
    StudyDefinition.ChartDefinition axes = study.card().chart();
    boolean right = axes.y() == StudyDefinition.AxisScale.LINEAR && apart(curves);
    List<Line> lines = new ArrayList<>();
    for (SizeCurve curve : curves.ours()) {
      lines.add(line(curve.label(), lines.size(), 0, false, curve));
    }
    for (int i = 0; i < curves.published().size(); i++) {
      SizeCurve curve = curves.published().get(i);
      lines.add(
          line(StudyCurves.publishedLabel(curve), twin(curves.ours(), curve), 1 + i, right, curve));
    }
    return new Chart(
        study.card().id(),
        Kind.POINTS,
        "Times of " + study.card().title(),
        "ms",
        right ? "The published times have the axis at the right." : "",
        axis(axes.label(), axes.x()),
        axis("ms", axes.y()),
        List.of(),
        lines,
        true,
        List.of());
  }

  /** A line; the stroke 0 is one of ours. */
  private static Line line(String label, int hue, int dash, boolean right, SizeCurve curve) {
    List<double[]> points = new ArrayList<>();
    curve.points().forEach((x, y) -> points.add(new double[] {x, y}));
    return new Line(label, 0, hue, dash, dash > 0, right, points);
  }

  /** The measured curve that a published one speaks of has its colour; any other is grey. */
  private static int twin(List<SizeCurve> ours, SizeCurve published) {
    String name = published.label().toLowerCase(Locale.ROOT);
    for (int i = 0; i < ours.size(); i++) {
      String[] words = ours.get(i).label().toLowerCase(Locale.ROOT).split("[\\s_-]+");
      if (Arrays.asList(words).contains(name)) {
        return i;
      }
    }
    return GREY;
  }

  private static Axis axis(String title, StudyDefinition.AxisScale scale) {
    return new Axis(title, Scale.valueOf(scale.name()));
  }

  private static boolean apart(StudyCurves curves) {
    double ours = top(curves.ours().stream());
    double published = top(curves.published().stream());
    return ours > 0
        && published > 0
        && Math.max(ours, published) > APART * Math.min(ours, published);
  }

  private static double top(Stream<SizeCurve> curves) {
    return curves
        .flatMap(curve -> curve.points().values().stream())
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }

  /** The published bars above ours; a row of bars has no value where the other one has. */
  private static Chart bars(StudyResult study, StudyCurves curves) {
    List<String> names = new ArrayList<>();
    List<double[]> published = new ArrayList<>();
    List<double[]> ours = new ArrayList<>();
    for (SizeCurve curve : curves.published()) {
      for (double y : curve.points().values()) {
        names.add(StudyCurves.publishedLabel(curve));
        published.add(new double[] {y});
        ours.add(new double[] {Double.NaN});
      }
    }
    Labels labels = Labels.of(study);
    for (Point point : study.points()) {
      if (point.mean() > 0) {
        names.add(labels.all(point));
        ours.add(new double[] {point.mean()});
      }
    }
    return new Chart(
        study.card().id(),
        Kind.BARS,
        "Times of " + study.card().title(),
        "ms",
        "",
        new Axis("", Scale.LINEAR),
        new Axis("ms", Scale.AUTO),
        names,
        List.of(
            new Line("published", 0, GREY, 0, true, false, published),
            new Line("here", 0, BAR_HUE, 0, false, false, ours)),
        false,
        List.of());
  }
}
