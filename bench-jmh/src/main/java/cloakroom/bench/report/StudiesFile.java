package cloakroom.bench.report;

import cloakroom.bench.harness.Environment;
import cloakroom.bench.harness.Interval;
import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.Gap;
import cloakroom.bench.harness.StudyResult.MeasuredRatio;
import cloakroom.bench.report.StudyCurves.SizeCurve;
import cloakroom.command.Durations;
import cloakroom.platform.Names;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Content of studies.json, a public contract: {@code docs/studies.schema.json} describes it, and
 * its names change only together with its schema number. Unknown numbers are null.
 */
public record StudiesFile(
    int schema,
    int rounds,
    boolean full,
    boolean complete,
    List<String> problems,
    Environment environment,
    List<Study> studies) {
  private static final int SCHEMA = 1;
  private static final String NONE = "none";
  private static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** Orders runs by the distance of their database, the nearest one first. */
  static final Comparator<StudiesFile> BY_DISTANCE = Comparator.comparingLong(StudiesFile::micros);

  record Study(
      String id,
      String title,
      String question,
      String xParameter,
      double seconds,
      List<Ratio> ratios,
      List<String> readings,
      List<String> absent,
      List<PointRecord> points,
      List<Curve> curves) {}

  record Ratio(
      String name,
      String claim,
      Double published,
      Double ratio,
      Double low,
      Double high,
      String verdict,
      @JsonInclude(JsonInclude.Include.NON_NULL) Integer moreRounds) {}

  record PointRecord(
      Map<String, String> parameters,
      String series,
      Double x,
      List<Double> millis,
      Double meanMillis,
      Map<String, Double> counts,
      OperationRecord operation) {}

  record OperationRecord(Double micros, Double error, Double bytes) {}

  record Curve(
      String series, boolean published, Double slope, Double knee, List<List<Double>> points) {}

  /** Converts the results of a run. */
  static StudiesFile of(StudiesResult result) {
    return new StudiesFile(
        SCHEMA,
        result.rounds(),
        result.full(),
        result.complete(),
        result.problems(),
        result.environment(),
        result.studies().stream().map(StudiesFile::study).toList());
  }

  private static Study study(StudyResult study) {
    Labels labels = Labels.of(study);
    StudyCurves curves = StudyCurves.of(study);
    return new Study(
        study.card().id(),
        study.card().title(),
        study.card().question(),
        study.card().chart().parameter(),
        study.seconds(),
        study.ratios().stream().map(StudiesFile::ratio).toList(),
        StudyCurves.readings(study),
        study.gaps().stream().map(Gap::sentence).toList(),
        study.points().stream().map(point -> point(point, labels)).toList(),
        Stream.concat(
                curves.ours().stream().map(curve -> curve(curve, false)),
                curves.published().stream().map(curve -> curve(curve, true)))
            .toList());
  }

  private static Ratio ratio(MeasuredRatio measured) {
    return new Ratio(
        measured.ratio().name(),
        Names.camelCase(measured.ratio().claim().name()),
        known(measured.ratio().published()),
        known(measured.interval().ratio()),
        known(measured.interval().low()),
        known(measured.interval().high()),
        Names.camelCase(measured.verdict().name()),
        measured.more().isPresent() ? measured.more().getAsInt() : null);
  }

  private static PointRecord point(StudyResult.Point point, Labels labels) {
    return new PointRecord(
        point.parameters(),
        labels.series(point),
        known(point.x()),
        point.millis(),
        known(point.mean()),
        point.counts(),
        point
            .operation()
            .map(
                cost ->
                    new OperationRecord(
                        known(cost.micros()), known(cost.error()), known(cost.bytes())))
            .orElse(null));
  }

  private static Curve curve(SizeCurve curve, boolean published) {
    return new Curve(
        curve.label(),
        published,
        known(curve.slope()),
        known(curve.knee()),
        curve.points().entrySet().stream()
            .map(point -> List.of(point.getKey(), point.getValue()))
            .toList());
  }

  private static Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** Prints the file. */
  String print() {
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    DefaultPrettyPrinter printer =
        new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
    try {
      return MAPPER.writer(printer).writeValueAsString(this) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("studies.json cannot be written", e);
    }
  }

  /** Reads the file of another run, which has a ratio at least. */
  public static StudiesFile read(Path file) {
    try {
      StudiesFile run = MAPPER.readValue(file.toFile(), StudiesFile.class);
      if (run.studies == null || run.studies.stream().allMatch(study -> study.ratios.isEmpty())) {
        throw new IllegalArgumentException(file + " holds no ratio of any study");
      }
      return run;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file + " cannot be read as a studies.json: " + e.getMessage(), e);
    }
  }

  /** Returns the ratio of a study. */
  Optional<Interval> find(String id, String name) {
    return studies.stream()
        .filter(study -> study.id.equals(id))
        .flatMap(study -> study.ratios.stream())
        .filter(ratio -> ratio.name.equals(name))
        .findFirst()
        .map(
            ratio ->
                new Interval(
                    ratio.ratio,
                    Optional.ofNullable(ratio.low).orElse(Double.NaN),
                    Optional.ofNullable(ratio.high).orElse(Double.NaN),
                    1));
  }

  private String distance() {
    return environment.settings().getOrDefault(Environment.DISTANCE, NONE);
  }

  private long micros() {
    return distance().equals(NONE)
        ? -1
        : Durations.distance(Environment.DISTANCE, distance()).toNanos() / 1_000;
  }

  /** Returns the label of the run in a heading. */
  String label() {
    return distance().equals(NONE) ? "no distance" : "at " + distance();
  }

  /** Describes a ratio from the nearest of these runs to the farthest; empty for a single run. */
  static Optional<String> along(List<StudiesFile> runs, String study, String ratio) {
    List<StudiesFile> telling =
        runs.stream().filter(run -> run.find(study, ratio).isPresent()).toList();
    if (telling.size() < 2) {
      return Optional.empty();
    }
    StringBuilder words = new StringBuilder();
    for (StudiesFile run : telling) {
      words.append(words.isEmpty() ? "" : ", ");
      words.append(Rounded.ratio(run.find(study, ratio).orElseThrow().ratio()));
      words.append(' ').append(run.label());
    }
    Interval near = telling.get(0).find(study, ratio).orElseThrow();
    Interval far = telling.get(telling.size() - 1).find(study, ratio).orElseThrow();
    String course =
        far.high() < near.low() ? "falls" : far.low() > near.high() ? "rises" : "not told apart";
    return Optional.of(ratio + ": " + words + " (" + course + ")");
  }
}
