package cloakroom.bench.report;

import cloakroom.bench.lab.StudiesRun.StudiesResult;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.Gap;
import cloakroom.bench.lab.StudyResult.MeasuredRatio;
import cloakroom.bench.lab.StudyResult.Point;
import cloakroom.bench.report.StudyCurves.SizeCurve;
import cloakroom.contract.Names;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Prints studies.json, a public contract: {@code docs/studies.schema.json} describes it, and its
 * names change only together with its schema number.
 */
final class ResultJson {
  private static final int SCHEMA = 1;
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(Double.class, new Finite())
                  .addSerializer(double.class, new Finite()));

  private ResultJson() {}

  /** JSON has no NaN: what is not known is null. */
  private static final class Finite extends StdSerializer<Double> {
    private static final long serialVersionUID = 1L;

    Finite() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      if (Double.isFinite(value)) {
        out.writeNumber(value);
      } else {
        out.writeNull();
      }
    }
  }

  private static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static String of(StudiesResult result) {
    return printed(
        object()
            .put("schema", SCHEMA)
            .put("rounds", result.rounds())
            .put("full", result.full())
            .put("complete", result.complete())
            .putPOJO("problems", result.problems())
            .putPOJO("environment", result.environment())
            .putPOJO("studies", result.studies().stream().map(ResultJson::study).toList()));
  }

  private static ObjectNode study(StudyResult study) {
    Labels labels = Labels.of(study);
    StudyCurves curves = StudyCurves.of(study);
    return object()
        .put("id", study.card().id())
        .put("title", study.card().title())
        .put("question", study.card().question())
        .put("xParameter", study.card().chart().parameter())
        .putPOJO("seconds", study.seconds())
        .putPOJO("ratios", study.ratios().stream().map(ResultJson::ratio).toList())
        .putPOJO("readings", StudiesDocument.readings(study))
        .putPOJO("absent", study.gaps().stream().map(Gap::sentence).toList())
        .putPOJO("points", study.points().stream().map(point -> point(point, labels)).toList())
        .putPOJO(
            "curves",
            Stream.concat(
                    curves.ours().stream().map(curve -> curve(curve, false)),
                    curves.published().stream().map(curve -> curve(curve, true)))
                .toList());
  }

  private static ObjectNode ratio(MeasuredRatio measured) {
    ObjectNode ratio = object();
    measured.more().ifPresent(more -> ratio.put("moreRounds", more));
    return ratio
        .put("name", measured.ratio().name())
        .put("claim", Names.camelCase(measured.ratio().claim().name()))
        .putPOJO("published", measured.ratio().published())
        .putPOJO("ratio", measured.interval().ratio())
        .putPOJO("low", measured.interval().low())
        .putPOJO("high", measured.interval().high())
        .put("verdict", Names.camelCase(measured.verdict().name()));
  }

  private static ObjectNode point(Point point, Labels labels) {
    return object()
        .putPOJO("parameters", point.parameters())
        .put("series", labels.series(point))
        .putPOJO("x", point.x())
        .putPOJO("millis", point.millis())
        .putPOJO("meanMillis", point.mean())
        .putPOJO("counts", point.counts())
        .putPOJO("operation", point.operation().orElse(null));
  }

  private static ObjectNode curve(SizeCurve curve, boolean published) {
    List<List<Double>> points = new ArrayList<>();
    curve.points().forEach((x, y) -> points.add(List.of(x, y)));
    return object()
        .put("series", curve.label())
        .put("published", published)
        .putPOJO("slope", curve.slope())
        .putPOJO("knee", curve.knee())
        .putPOJO("points", points);
  }

  private static String printed(ObjectNode value) {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result cannot be written", e);
    }
  }
}
