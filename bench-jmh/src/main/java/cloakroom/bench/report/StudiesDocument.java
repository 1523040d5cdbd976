package cloakroom.bench.report;

import cloakroom.bench.lab.Environment;
import cloakroom.bench.lab.Gap;
import cloakroom.bench.lab.StudiesResult;
import cloakroom.bench.lab.StudyResult;
import cloakroom.bench.lab.StudyResult.MeasuredRatio;
import cloakroom.bench.lab.StudyResult.Operation;
import cloakroom.bench.lab.StudyResult.Point;
import cloakroom.bench.lab.Verdict;
import cloakroom.bench.report.Document.Bullets;
import cloakroom.bench.report.Document.Cell;
import cloakroom.bench.report.Document.Drawing;
import cloakroom.bench.report.Document.Part;
import cloakroom.bench.report.Document.Section;
import cloakroom.bench.report.Document.Sentence;
import cloakroom.bench.report.Document.Table;
import cloakroom.bench.report.Document.Terms;
import cloakroom.bench.report.Document.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The studies as a document, in the order in which a reader asks. */
final class StudiesDocument {
  private static final List<String> WORDS =
      List.of(
          "round",
          "Every set of parameters once, each in a JVM of its own. What the machine does meanwhile"
              + " hits all of them alike.",
          "ours",
          "The geometric mean of the rounds' own ratios, with Student's t interval (95 %) on their"
              + " logarithms. One round has no interval.",
          Verdict.SAME_SIZE.words(),
          "The same direction, and the published ratio lies within a factor of 1.5 of the interval."
              + " Where no difference was claimed: none above 10 % was seen.",
          Verdict.SAME_DIRECTION.words(),
          "The same direction, but smaller or larger, or published without a figure.",
          Verdict.NO_DIFFERENCE.words(),
          "The interval holds 1.",
          Verdict.DIFFERS.words(),
          "The other direction.",
          "absent",
          "Not measured, for the reason that stands beside it.",
          "knee",
          "The smallest size that saves 95 % of what the best of all sizes saves.",
          "slope",
          "The exponent with which time grows with size: the least-squares line through both"
              + " logarithms. 1 is proportional.",
          "one operation",
          "The cost of a single operation after warm-up, with JMH's 99.9 % error, and the bytes"
              + " that it allocates.");

  private StudiesDocument() {}

  /** Everything. */
  static Document of(StudiesResult result) {
    List<Section> sections = new ArrayList<>();
    sections.add(overview(result.studies()));
    result.studies().forEach(study -> sections.add(section(study)));
    sections.add(environment(result.environment()));
    sections.add(new Section("words", "Words", List.of(new Terms(WORDS))));
    return document(result, sections);
  }

  /** What fits a console: every ratio, and in sentences what else was seen or is missing. */
  static Document brief(StudiesResult result) {
    List<String> lines = new ArrayList<>();
    for (StudyResult study : result.studies()) {
      Stream.concat(readings(study).stream(), study.gaps().stream().map(Gap::sentence))
          .forEach(line -> lines.add(study.card().id() + ": " + line));
    }
    List<StudyResult> whole =
        result.studies().stream()
            .map(study -> StudyResult.of(study.card(), study.points(), study.ratios(), List.of()))
            .filter(study -> !study.ratios().isEmpty())
            .toList();
    return document(
        result,
        List.of(overview(whole), new Section("readings", "Readings", List.of(new Bullets(lines)))));
  }

  private static Document document(StudiesResult result, List<Section> sections) {
    String lead =
        "%s; %s; %d cores; %s of each study%s"
            .formatted(
                result.environment().date(),
                result.environment().database(),
                result.environment().cores(),
                result.rounds() == 1 ? "1 round" : result.rounds() + " rounds",
                result.full() ? ", long form" : "");
    return new Document("The published studies, repeated", lead, result.problems(), sections);
  }

  private static Section overview(List<StudyResult> studies) {
    List<List<Cell>> rows = new ArrayList<>();
    studies.forEach(study -> rows.addAll(rows(study)));
    return new Section(
        "overview",
        "Published and measured",
        List.of(
            new Sentence(
                "A ratio compares two ways of doing the same work; it is above 1 when the first one"
                    + " takes longer. Absolute times of other years' machines are no target."
                    + " Brackets hold the 95 % interval.",
                Tone.PLAIN),
            new Table(
                "",
                false,
                List.of(
                    Cell.of("study"),
                    Cell.of("ratio"),
                    Cell.number("published"),
                    Cell.number("ours"),
                    Cell.of("verdict")),
                rows)));
  }

  private static List<List<Cell>> rows(StudyResult study) {
    List<List<Cell>> rows = new ArrayList<>();
    Cell name = new Cell(study.card().id(), study.card().title(), Tone.STUDY);
    for (MeasuredRatio measured : study.ratios()) {
      rows.add(
          List.of(
              rows.isEmpty() ? name : Cell.toned("", Tone.STUDY),
              Cell.of(measured.ratio().name()),
              Cell.number(Figures.ratio(measured.ratio().published())),
              Cell.number(Figures.interval(measured.interval())),
              Cell.toned(measured.verdict().words(), tone(measured.verdict()))));
    }
    for (Gap gap : study.gaps()) {
      rows.add(
          nothing(
              rows.isEmpty() ? name : Cell.toned("", Tone.STUDY),
              Cell.toned(gap.sentence(), Tone.WHY),
              Cell.toned(gap.kind().words(), Tone.ABSENT)));
    }
    if (rows.isEmpty()) {
      rows.add(nothing(name, Cell.of("no ratio was published"), Cell.of(Figures.NONE)));
    }
    return rows;
  }

  private static List<Cell> nothing(Cell name, Cell why, Cell verdict) {
    return List.of(name, why, Cell.number(Figures.NONE), Cell.number(Figures.NONE), verdict);
  }

  private static Tone tone(Verdict verdict) {
    return switch (verdict) {
      case SAME_SIZE -> Tone.GOOD;
      case SAME_DIRECTION -> Tone.FAIR;
      case NO_DIFFERENCE -> Tone.OPEN;
      case DIFFERS -> Tone.BAD;
    };
  }

  /** Sentences on what a study's figures show beyond its ratios; every report says them. */
  static List<String> readings(StudyResult study) {
    return Stream.concat(Curves.of(study).words().stream(), study.remarks().stream()).toList();
  }

  private static Section section(StudyResult study) {
    List<Part> parts = new ArrayList<>();
    parts.add(new Sentence(study.card().question(), Tone.QUESTION));
    study.gaps().forEach(gap -> parts.add(new Sentence(gap.sentence(), Tone.WHY)));
    Charts.of(study)
        .ifPresent(chart -> parts.add(new Drawing(chart, "Times of " + study.card().title())));
    if (!readings(study).isEmpty()) {
      parts.add(new Bullets(readings(study)));
    }
    Labels labels = Labels.of(study);
    Stream.of(counts(study, labels), operations(study, labels), times(study, labels))
        .filter(table -> !table.rows().isEmpty())
        .forEach(parts::add);
    return new Section(study.card().id(), study.card().id() + " " + study.card().title(), parts);
  }

  /** A figure that is 0 everywhere was not counted. */
  private static Table counts(StudyResult study, Labels labels) {
    Set<String> names = new TreeSet<>();
    study
        .points()
        .forEach(
            point -> point.counts().forEach((name, count) -> addUnlessZero(names, name, count)));
    List<Cell> heading = new ArrayList<>(List.of(Cell.of("")));
    names.forEach(name -> heading.add(Cell.number(spaced(name))));
    List<List<Cell>> rows = new ArrayList<>();
    for (Point point : names.isEmpty() ? List.<Point>of() : study.points()) {
      if (!point.counts().isEmpty()) {
        List<Cell> row = new ArrayList<>(List.of(Cell.of(labels.all(point))));
        names.forEach(name -> row.add(figure(point.counts().getOrDefault(name, Double.NaN))));
        rows.add(row);
      }
    }
    return new Table(
        "Beside the times: counts of one run, means of the rounds", false, heading, rows);
  }

  private static void addUnlessZero(Set<String> names, String name, double count) {
    if (count != 0) {
      names.add(name);
    }
  }

  private static Cell figure(double value) {
    return Cell.number(Figures.number(value));
  }

  /** roundTrips becomes "round trips". */
  private static String spaced(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private static Table operations(StudyResult study, Labels labels) {
    List<List<Cell>> rows = new ArrayList<>();
    for (Point point : study.points()) {
      if (point.operation().isPresent()) {
        Operation cost = point.operation().get();
        rows.add(
            List.of(
                Cell.of(labels.all(point)),
                figure(cost.micros()),
                figure(cost.error()),
                figure(cost.bytes())));
      }
    }
    return new Table(
        "One operation in the steady state",
        false,
        List.of(Cell.of(""), Cell.number("µs"), Cell.number("± 99.9 %"), Cell.number("bytes")),
        rows);
  }

  private static Table times(StudyResult study, Labels labels) {
    List<List<Cell>> rows =
        study.points().stream()
            .filter(point -> !point.millis().isEmpty())
            .map(
                point ->
                    List.of(
                        Cell.of(labels.all(point)),
                        figure(point.mean()),
                        Cell.number(
                            String.join(
                                "  ", point.millis().stream().map(Figures::number).toList()))))
            .toList();
    return new Table(
        "Times of all rounds",
        true,
        List.of(Cell.of(""), Cell.number("mean, ms"), Cell.number("rounds, ms")),
        rows);
  }

  private static Section environment(Environment environment) {
    List<List<Cell>> rows = new ArrayList<>();
    Stream.of(
            Map.entry("processor", environment.cpu()),
            Map.entry("cores", Integer.toString(environment.cores())),
            Map.entry("system", environment.os()),
            Map.entry("JDK", environment.jdk()),
            Map.entry("database", environment.database()))
        .forEach(entry -> rows.add(row(entry)));
    environment.settings().entrySet().forEach(entry -> rows.add(row(entry)));
    environment.libraries().entrySet().forEach(entry -> rows.add(row(entry)));
    return new Section(
        "environment",
        "Environment",
        List.of(new Table("", false, List.of(Cell.of(""), Cell.of("")), rows)));
  }

  private static List<Cell> row(Map.Entry<String, String> entry) {
    return List.of(Cell.of(entry.getKey()), Cell.of(entry.getValue()));
  }
}
