package cloakroom.bench.report;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.lab.Environment;
import cloakroom.bench.lab.Gap;
import cloakroom.bench.lab.StudiesResult;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.MeasuredRatio;
import cloakroom.bench.lab.StudyResult.Operation;
import cloakroom.bench.lab.StudyResult.Point;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints studies.json and family-NAME.json: the records here are what stands there. The former is a
 * public contract: {@code docs/studies.schema.json} describes it, and its names change only
 * together with its schema number.
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

  private record Studies(
      int schema,
      int rounds,
      boolean full,
      boolean complete,
      List<String> problems,
      Environment environment,
      List<OfStudy> studies) {}

  private record OfStudy(
      String id,
      String title,
      String question,
      String xParameter,
      double seconds,
      List<OfRatio> ratios,
      List<String> readings,
      List<String> absent,
      List<OfPoint> points,
      List<OfCurve> curves) {}

  private record OfRatio(
      String name,
      String claim,
      double published,
      double ratio,
      double low,
      double high,
      String verdict) {}

  private record OfPoint(
      Map<String, String> parameters,
      String series,
      double x,
      List<Double> millis,
      double meanMillis,
      Map<String, Double> counts,
      Operation operation) {}

  private record OfCurve(
      String series, boolean published, double slope, double knee, List<List<Double>> points) {}

  private record OfFamily(
      String family,
      Environment environment,
      List<OfBar> bars,
      List<Row> rows,
      List<String> remarks) {}

  private record OfBar(
      String what, String bar, double ours, double low, double high, boolean met) {}

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

  static String of(StudiesResult result) {
    return printed(
        new Studies(
            SCHEMA,
            result.rounds(),
            result.full(),
            result.complete(),
            result.problems(),
            result.environment(),
            result.studies().stream().map(ResultJson::study).toList()));
  }

  static String of(FamilyResult result, Environment environment) {
    return printed(
        new OfFamily(
            result.name(),
            environment,
            result.bars().stream().map(ResultJson::bar).toList(),
            result.rows(),
            result.remarks()));
  }

  private static OfBar bar(BarResult bar) {
    return new OfBar(
        bar.what(),
        bar.bar().words(),
        bar.ours().ratio(),
        bar.ours().low(),
        bar.ours().high(),
        bar.met());
  }

  private static OfStudy study(StudyResult study) {
    Labels labels = Labels.of(study);
    StudyCurves curves = StudyCurves.of(study);
    List<OfCurve> all = new ArrayList<>();
    curves.ours().forEach(curve -> all.add(curve(curve, curves, false)));
    curves.published().forEach(curve -> all.add(curve(curve, curves, true)));
    return new OfStudy(
        study.card().id(),
        study.card().title(),
        study.card().question(),
        study.card().chart().parameter(),
        study.seconds(),
        study.ratios().stream().map(ResultJson::ratio).toList(),
        StudiesDocument.readings(study),
        study.gaps().stream().map(Gap::sentence).toList(),
        study.points().stream().map(point -> point(point, labels)).toList(),
        all);
  }

  private static OfRatio ratio(MeasuredRatio measured) {
    return new OfRatio(
        measured.ratio().name(),
        key(measured.ratio().claim()),
        measured.ratio().published(),
        measured.interval().ratio(),
        measured.interval().low(),
        measured.interval().high(),
        key(measured.verdict()));
  }

  private static OfPoint point(Point point, Labels labels) {
    return new OfPoint(
        point.parameters(),
        labels.series(point),
        point.x(),
        point.millis(),
        point.mean(),
        point.counts(),
        point.operation().orElse(null));
  }

  private static OfCurve curve(SizeCurve curve, StudyCurves all, boolean published) {
    List<List<Double>> points = new ArrayList<>();
    curve.points().forEach((x, y) -> points.add(List.of(x, y)));
    return new OfCurve(
        curve.label(),
        published,
        all.hasSlope(curve) ? curve.slope() : Double.NaN,
        all.hasKnee(curve) ? curve.knee() : Double.NaN,
        points);
  }

  /** SAME_SIZE becomes sameSize. */
  private static String key(Enum<?> constant) {
    StringBuilder key = new StringBuilder();
    for (String word : constant.name().toLowerCase(Locale.ROOT).split("_", -1)) {
      key.append(key.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return key.toString();
  }

  private static String printed(Object value) {
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
