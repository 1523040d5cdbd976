package cloakroom.bench.report;

import cloakroom.bench.run.StudiesResult;
import cloakroom.bench.run.StudyResult;
import cloakroom.bench.run.StudyResult.Point;
import cloakroom.bench.study.StudyCard.Scale;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.stream.Stream;

/** What the charts show, as JSON inside the page: times in milliseconds. */
final class ChartData {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Curves whose tops differ by more than this cannot be read on one linear axis. */
  private static final double APART = 3;

  private ChartData() {}

  static String json(StudiesResult result) {
    ArrayNode charts = MAPPER.createArrayNode();
    for (StudyResult study : result.studies()) {
      if (isDrawn(study)) {
        chart(charts.addObject(), study);
      }
    }
    try {
      // a "<" could end the script element that this stands in
      return MAPPER.writeValueAsString(charts).replace("<", "\\u003c");
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the charts cannot be written", e);
    }
  }

  /** Whether there is a time to draw. */
  static boolean isDrawn(StudyResult study) {
    return study.points().stream().anyMatch(point -> point.mean() > 0);
  }

  private static void chart(ObjectNode node, StudyResult study) {
    node.put("id", study.card().id());
    if (!Curves.of(study).ours().isEmpty()) {
      curves(node, study);
    } else {
      bars(node, study);
    }
  }

  private static void curves(ObjectNode node, StudyResult study) {
    Curves curves = Curves.of(study);
    node.put("kind", "curves");
    node.put("xLabel", study.card().chart().xLabel());
    node.put("x", scale(study.card().chart().x()));
    node.put("y", scale(study.card().chart().y()));
    node.put("twoAxes", study.card().chart().y() == Scale.LINEAR && apart(curves));
    ArrayNode series = node.putArray("series");
    curves.ours().forEach(curve -> series(series.addObject(), curve, false));
    curves.published().forEach(curve -> series(series.addObject(), curve, true));
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

  private static void series(ObjectNode node, Curve curve, boolean published) {
    node.put("label", curve.label());
    node.put("legend", published ? Curves.publishedLabel(curve) : curve.label());
    node.put("published", published);
    ArrayNode points = node.putArray("points");
    curve.points().forEach((x, y) -> points.addObject().put("x", x).put("y", y));
  }

  private static void bars(ObjectNode node, StudyResult study) {
    node.put("kind", "bars");
    ArrayNode bars = node.putArray("bars");
    for (Curve curve : Curves.of(study).published()) {
      curve
          .points()
          .values()
          .forEach(y -> bar(bars.addObject(), Curves.publishedLabel(curve), y, true));
    }
    Labels labels = Labels.of(study);
    for (Point point : study.points()) {
      if (point.mean() > 0) {
        bar(bars.addObject(), labels.all(point), point.mean(), false);
      }
    }
  }

  private static void bar(ObjectNode node, String label, double millis, boolean published) {
    node.put("label", label);
    node.put("published", published);
    node.put("y", millis);
  }

  private static String scale(Scale scale) {
    return scale.name().toLowerCase(Locale.ROOT);
  }
}
