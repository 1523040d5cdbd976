package cloakroom.bench.report;

import cloakroom.bench.lab.StudyCard;
import cloakroom.bench.lab.StudyCard.Scale;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What is drawn of a study: curves where it has an x axis, else bars. */
final class Charts {
  /** Curves whose tops differ by more than this cannot be read on one linear axis. */
  private static final double APART = 3;

  private Charts() {}

  /**
   * A chart as the page's script reads it; times in milliseconds.
   *
   * @param kind "curves" or "bars"
   * @param twoAxes whether the published curves have an axis of their own
   */
  record Chart(
      String id,
      String kind,
      String xLabel,
      String x,
      String y,
      boolean twoAxes,
      List<Series> series,
      List<Bar> bars) {}

  /** A curve. */
  record Series(String label, String legend, boolean published, List<Place> points) {}

  /** A point of a curve. */
  record Place(double x, double y) {}

  /** A bar. */
  record Bar(String label, boolean published, double y) {}

  /** The chart of a study; nothing if there is no time to draw. */
  static Optional<Chart> of(StudyResult study) {
    if (study.points().stream().noneMatch(point -> point.mean() > 0)) {
      return Optional.empty();
    }
    Curves curves = Curves.of(study);
    StudyCard.Chart axes = study.card().chart();
    boolean curved = !curves.ours().isEmpty();
    return Optional.of(
        new Chart(
            study.card().id(),
            curved ? "curves" : "bars",
            axes.label(),
            scale(axes.x()),
            scale(axes.y()),
            axes.y() == Scale.LINEAR && apart(curves),
            curved ? series(curves) : List.of(),
            curved ? List.of() : bars(study, curves)));
  }

  private static boolean apart(Curves curves) {
    double ours = top(curves.ours().stream());
    double published = top(curves.published().stream());
    return ours > 0
        && published > 0
        && Math.max(ours, published) > APART * Math.min(ours, published);
  }

  private static double top(Stream<Curve> curves) {
    return curves
        .flatMap(curve -> curve.points().values().stream())
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(0);
  }

  private static List<Series> series(Curves curves) {
    List<Series> series = new ArrayList<>();
    curves.ours().forEach(curve -> series.add(series(curve, curve.label(), false)));
    curves
        .published()
        .forEach(curve -> series.add(series(curve, Curves.publishedLabel(curve), true)));
    return series;
  }

  private static Series series(Curve curve, String legend, boolean published) {
    List<Place> points = new ArrayList<>();
    curve.points().forEach((x, y) -> points.add(new Place(x, y)));
    return new Series(curve.label(), legend, published, points);
  }

  private static List<Bar> bars(StudyResult study, Curves curves) {
    List<Bar> bars = new ArrayList<>();
    for (Curve curve : curves.published()) {
      curve
          .points()
          .values()
          .forEach(y -> bars.add(new Bar(Curves.publishedLabel(curve), true, y)));
    }
    Labels labels = Labels.of(study);
    for (Point point : study.points()) {
      if (point.mean() > 0) {
        bars.add(new Bar(labels.all(point), false, point.mean()));
      }
    }
    return bars;
  }

  private static String scale(Scale scale) {
    return scale.name().toLowerCase(Locale.ROOT);
  }
}
