package cloakroom.bench.report;

import cloakroom.bench.harness.Environment;
import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.MeasuredRatio;
import cloakroom.bench.harness.StudyResult.Omission;
import cloakroom.bench.harness.StudyResult.Operation;
import cloakroom.bench.report.StudyCurves.Labels;
import cloakroom.bench.report.StudyCurves.SizeCurve;
import cloakroom.command.Durations;
import cloakroom.platform.Names;
import cloakroom.statistics.Interval;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Content of studies.json, a public format described in {@code docs/studies.schema.json}. Renaming
 * a key requires a new schema number. A missing value is NaN in memory and null in the file.
 */
public record StudiesFile(
    int schema,
    int rounds,
    boolean full,
    boolean complete,
    List<String> problems,
    Environment environment,
    List<Study> studies) {
  private static final int SCHEMA = 3;
  private static final String NONE = "none";
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(
              new SimpleModule()
                  .addSerializer(Double.class, new FiniteOrNull())
                  .addSerializer(double.class, new FiniteOrNull()))
          .build();

  static final Comparator<StudiesFile> BY_LATENCY = Comparator.comparingLong(StudiesFile::micros);

  private static final class FiniteOrNull extends JsonSerializer<Double> {
    @Override
    public void serialize(Double value, JsonGenerator out, SerializerProvider all)
        throws IOException {
      if (Double.isFinite(value)) {
        out.writeNumber(value);
      } else {
        out.writeNull();
      }
    }
  }

  record Study(
      String id,
      String title,
      String question,
      String xParameter,
      double seconds,
      List<Ratio> ratios,
      List<String> interpretation,
      List<String> omissions,
      List<PointRecord> points,
      List<Curve> curves) {
    static Study of(StudyResult study) {
      Labels labels = Labels.of(study);
      StudyCurves curves = StudyCurves.of(study);
      return new Study(
          study.definition().id(),
          study.definition().title(),
          study.definition().question(),
          study.definition().chart().parameter(),
          study.seconds(),
          study.ratios().stream().map(Ratio::of).toList(),
          StudyCurves.interpretation(study),
          study.omissions().stream().map(Omission::sentence).toList(),
          study.points().stream()
              .map(
                  point ->
                      new PointRecord(
                          point.parameters(),
                          labels.series(point),
                          point.x(),
                          point.millis(),
                          point.mean(),
                          point.counts(),
                          point.operation()))
              .toList(),
          Stream.concat(
                  curves.measured().stream().map(curve -> Curve.of(curve, false)),
                  curves.published().stream().map(curve -> Curve.of(curve, true)))
              .toList());
    }
  }

  record Ratio(
      String name,
      String claim,
      Double published,
      Double ratio,
      Double low,
      Double high,
      Integer rounds,
      String verdict,
      List<Double> utilization) {
    static Ratio of(MeasuredRatio measured) {
      return new Ratio(
          measured.ratio().name(),
          Names.camelCase(measured.ratio().claim().name()),
          measured.ratio().published(),
          measured.interval().ratio(),
          measured.interval().low(),
          measured.interval().high(),
          measured.interval().isCounted() ? null : measured.interval().blocks(),
          Names.camelCase(measured.verdict().name()),
          measured.utilization());
    }

    Interval interval() {
      return rounds == null ? Interval.counted(ratio) : new Interval(ratio, low, high, rounds);
    }
  }

  record PointRecord(
      Map<String, String> parameters,
      String series,
      double x,
      List<Double> millis,
      double meanMillis,
      Map<String, Double> counts,
      Operation operation) {}

  record Curve(
      String series, boolean published, double slope, double knee, List<List<Double>> points) {
    static Curve of(SizeCurve curve, boolean published) {
      return new Curve(
          curve.label(),
          published,
          curve.slope(),
          curve.knee(),
          curve.points().entrySet().stream().map(p -> List.of(p.getKey(), p.getValue())).toList());
    }
  }

  static StudiesFile of(StudiesResult result) {
    return new StudiesFile(
        SCHEMA,
        result.rounds(),
        result.full(),
        result.complete(),
        result.problems(),
        result.environment(),
        result.studies().stream().map(Study::of).toList());
  }

  String print() {
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write studies.json", e);
    }
  }

  public static StudiesFile read(Path file) {
    try {
      StudiesFile run = MAPPER.readValue(file.toFile(), StudiesFile.class);
      if (run.studies == null || run.studies.stream().allMatch(study -> study.ratios.isEmpty())) {
        throw new IllegalArgumentException(file + " has no ratio of any study");
      }
      if (run.schema != SCHEMA) {
        throw new IllegalArgumentException(
            file + " has schema " + run.schema + "; this version reads schema " + SCHEMA);
      }
      return run;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file + " cannot be read as a studies.json: " + e.getMessage(), e);
    }
  }

  Optional<Interval> find(String id, String name) {
    return studies.stream()
        .filter(study -> study.id.equals(id))
        .flatMap(study -> study.ratios.stream())
        .filter(ratio -> ratio.name.equals(name))
        .map(Ratio::interval)
        .findFirst();
  }

  private String latency() {
    return environment.settings().getOrDefault(Environment.DISTANCE, NONE);
  }

  private long micros() {
    return latency().equals(NONE)
        ? -1
        : Durations.distance(Environment.DISTANCE, latency()).toNanos() / 1_000;
  }

  String label() {
    return latency().equals(NONE) ? "no added latency" : "RTT " + latency();
  }

  /**
   * Describes how a ratio differs between the run with the lowest database latency and the run with
   * the highest. Returns empty for a single run.
   */
  static Optional<String> trend(List<StudiesFile> runs, String study, String ratio) {
    List<Interval> all = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (StudiesFile run : runs) {
      run.find(study, ratio).ifPresent(all::add);
      run.find(study, ratio)
          .ifPresent(found -> values.add(Rounded.ratio(found.ratio()) + " " + run.label()));
    }
    if (all.size() < 2) {
      return Optional.empty();
    }
    Interval first = all.get(0);
    Interval last = all.get(all.size() - 1);
    String trend =
        last.high() < first.low()
            ? "falls"
            : last.low() > first.high() ? "rises" : "no visible difference";
    return Optional.of(ratio + ": " + String.join(", ", values) + " (" + trend + ")");
  }
}
