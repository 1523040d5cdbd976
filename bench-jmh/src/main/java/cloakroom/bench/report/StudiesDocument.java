package cloakroom.bench.report;

import cloakroom.bench.harness.Environment;
import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.MeasuredRatio;
import cloakroom.bench.harness.StudyResult.Operation;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.harness.Verdict;
import cloakroom.bench.report.StudyCurves.Labels;
import cloakroom.stress.document.Block;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class StudiesDocument {
  private StudiesDocument() {}

  static Document of(StudiesResult result, StudiesFile own, List<StudiesFile> others) {
    Blocks blocks = alarms(result);
    blocks.section("overview", "Published and measured", overview(result.studies(), others, false));
    List<StudiesFile> runs =
        Stream.concat(Stream.of(own), others.stream()).sorted(StudiesFile.BY_LATENCY).toList();
    result.studies().forEach(study -> section(blocks, study, runs));
    blocks.section("environment", "Environment", environment(result.environment()));
    return document(result, blocks);
  }

  static Document brief(StudiesResult result) {
    List<String> lines = new ArrayList<>();
    for (StudyResult study : result.studies()) {
      String start = study.definition().id() + ": ";
      StudyCurves.interpretation(study).forEach(sentence -> lines.add(start + sentence));
      study.omissions().forEach(omission -> lines.add(start + omission.sentence()));
    }
    Blocks overview = overview(result.studies(), List.of(), true);
    return document(
        result,
        alarms(result)
            .section("overview", "Published and measured", overview)
            .section("interpretation", "Interpretation", new Blocks().list(lines)));
  }

  private static Blocks alarms(StudiesResult result) {
    Blocks blocks = new Blocks();
    result.problems().forEach(problem -> blocks.say(Tone.ALARM, problem));
    return blocks;
  }

  private static Document document(StudiesResult result, Blocks blocks) {
    String lead =
        "%s; %s; %d cores; %s of each study requested%s"
            .formatted(
                result.environment().date(),
                result.environment().database(),
                result.environment().cores(),
                result.rounds() == 1 ? "1 round" : result.rounds() + " rounds",
                result.full() ? ", long form" : "");
    return new Document("Cloakroom", "The published studies, repeated", lead, blocks.list());
  }

  private static Blocks overview(
      List<StudyResult> studies, List<StudiesFile> others, boolean brief) {
    List<String> columns = new ArrayList<>(List.of("ratio", "#published", "#measured"));
    others.forEach(other -> columns.add("#" + other.label()));
    if (!brief) {
      columns.add("#processors (%)");
    }
    columns.add("verdict");
    Table table = Table.of(columns.toArray(String[]::new));
    for (StudyResult study : studies) {
      String id = study.definition().id();
      String group = brief ? "" : id + " " + study.definition().title();
      for (MeasuredRatio measured : study.ratios()) {
        String name = measured.ratio().name();
        List<Cell> cells = new ArrayList<>();
        cells.add(Cell.of(brief ? id + " " + name : name));
        cells.add(Cell.of(Rounded.ratio(measured.ratio().published())));
        Stream.concat(
                Stream.of(Optional.of(measured.interval())),
                others.stream().map(other -> other.find(id, name)))
            .map(interval -> Cell.of(interval.map(Rounded::interval).orElse(Rounded.NONE)))
            .forEach(cells::add);
        if (!brief) {
          cells.add(Cell.of(utilization(measured)));
        }
        cells.add(Cell.of(measured.verdict().label()).toned(tone(measured.verdict()), true));
        table.row(group, cells, false);
      }
      if (!brief) {
        study.omissions().forEach(each -> emptyRow(table, group, each.sentence(), each.kind()));
        if (study.ratios().isEmpty() && study.omissions().isEmpty()) {
          emptyRow(table, group, "no ratio was published", "");
        }
      }
    }
    Blocks blocks = new Blocks();
    if (!brief) {
      StudyChart.ofRatios(studies, others).ifPresent(blocks::chart);
    }
    return blocks
        .say(
            "A ratio compares two ways to do the same work; it is above 1 if the first one takes"
                + " longer. Absolute times of other years' machines are no target."
                + " Brackets contain the 95 % interval, parentheses the range of fewer than 4 rounds."
                + (brief ? "" : " Processors: utilization of all of them on both sides."))
        .say(multiplicity(studies))
        .table(table);
  }

  /** Returns the sentence on multiple comparisons; empty if no ratio has an interval. */
  private static String multiplicity(List<StudyResult> studies) {
    long intervals =
        studies.stream()
            .flatMap(study -> study.ratios().stream())
            .map(MeasuredRatio::interval)
            .filter(interval -> interval.isConfidence() && !interval.isCounted())
            .count();
    return intervals == 0
        ? ""
        : "Ratios with an interval: "
            + intervals
            + ". All are exploratory: the intervals are not corrected for their number, so about one"
            + " in twenty does not contain the true ratio.";
  }

  /** Returns the utilization of the processors on both sides of a ratio of times. */
  private static String utilization(MeasuredRatio measured) {
    return measured.utilization().isEmpty()
        ? Rounded.NONE
        : measured.utilization().stream()
            .map(percent -> String.format(Locale.ROOT, "%.0f", percent))
            .collect(Collectors.joining(" / "));
  }

  private static void emptyRow(Table table, String group, String reason, String kind) {
    int columns = table.columns().size();
    List<Cell> cells = new ArrayList<>(Collections.nCopies(columns, Cell.of(Rounded.NONE)));
    cells.set(0, Cell.of(reason));
    cells.set(columns - 1, Cell.of(kind).toned(Tone.SOFT, true));
    table.row(group, cells, false);
  }

  private static Tone tone(Verdict verdict) {
    return switch (verdict) {
      case SAME_SIZE -> Tone.GOOD;
      case SAME_DIRECTION, LARGER, SMALLER -> Tone.FAIR;
      case UNDECIDED, NO_VERDICT -> Tone.OPEN;
      case NO_DIFFERENCE, OTHER_DIRECTION -> Tone.BAD;
    };
  }

  private static void section(Blocks blocks, StudyResult study, List<StudiesFile> runs) {
    StudyDefinition definition = study.definition();
    String trends =
        study.ratios().stream()
            .flatMap(each -> StudiesFile.trend(runs, definition.id(), each.ratio().name()).stream())
            .reduce((a, b) -> a + "; " + b)
            .map(all -> all + ".")
            .orElse("");
    List<Block.ListItem> items = new ArrayList<>();
    items.add(new Block.ListItem("Question", Tone.PLAIN, definition.question()));
    items.add(new Block.ListItem("Result", Tone.PLAIN, result(study)));
    items.add(new Block.ListItem("Why it may differ", Tone.PLAIN, definition.why()));
    items.add(new Block.ListItem("Added latency", Tone.PLAIN, trends));
    items.removeIf(item -> item.text().isEmpty());
    Blocks parts = new Blocks().add(new Block.Bullets(items));
    study.omissions().forEach(each -> parts.say(Tone.SOFT, each.sentence()));
    StudyChart.of(study).ifPresent(parts::chart);
    parts
        .list(StudyCurves.interpretation(study))
        .fold("Times (means of the rounds) and counts of one run", true, counts(study))
        .fold("One operation in the steady state", true, operations(study))
        .fold("Times of all rounds", false, times(study));
    blocks.section(definition.id(), definition.id() + " " + definition.title(), parts);
  }

  private static String result(StudyResult study) {
    if (study.ratios().isEmpty()) {
      return study.definition().ratios().isEmpty()
          ? "no ratio was published."
          : "no ratio was measured.";
    }
    MeasuredRatio first = study.ratios().get(0);
    double published = first.ratio().published();
    String others =
        study.ratios().stream()
            .skip(1)
            .collect(
                Collectors.groupingBy(
                    each -> each.verdict().label(), TreeMap::new, Collectors.counting()))
            .entrySet()
            .stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return "%s is %s, %s: %s%s."
        .formatted(
            first.ratio().name(),
            Rounded.interval(first.interval()),
            Double.isNaN(published)
                ? "published without a number"
                : "published " + Rounded.ratio(published),
            first.verdict().label(),
            others.isEmpty() ? "" : "; of the others " + others);
  }

  private static Table table(
      StudyResult study, List<String> columns, Function<Point, List<Cell>> cells) {
    Labels labels = Labels.of(study);
    Table table = Table.of(Stream.concat(Stream.of(""), columns.stream()).toArray(String[]::new));
    for (Point point : study.points()) {
      List<Cell> row = cells.apply(point);
      if (!row.isEmpty()) {
        table.row(Cell.of(labels.all(point)), row, cell -> cell);
      }
    }
    return table;
  }

  private static List<Cell> cells(Stream<Double> values) {
    return values.map(value -> Cell.of(Rounded.number(value))).toList();
  }

  private static Table counts(StudyResult study) {
    Set<String> names = new TreeSet<>();
    study.points().forEach(point -> names.addAll(point.counts().keySet()));
    names.removeIf(
        name -> study.points().stream().allMatch(p -> p.counts().getOrDefault(name, 0.0) == 0));
    List<String> columns = new ArrayList<>(List.of("#ms"));
    names.forEach(
        name -> columns.add("#" + name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT)));
    return table(
        study,
        columns,
        point ->
            names.isEmpty() || point.counts().isEmpty()
                ? List.of()
                : cells(
                    Stream.concat(
                        Stream.of(point.mean()),
                        names.stream().map(n -> point.counts().getOrDefault(n, Double.NaN)))));
  }

  private static Table operations(StudyResult study) {
    return table(
        study,
        List.of("#µs", "#± 99.9 %", "#bytes"),
        point -> {
          Operation cost = point.operation();
          return cost == null
              ? List.of()
              : cells(Stream.of(cost.micros(), cost.error(), cost.bytes()));
        });
  }

  private static Table times(StudyResult study) {
    return table(
        study,
        List.of("#mean, ms", "#rounds, ms"),
        point -> {
          String rounds =
              point.millis().stream().map(Rounded::number).collect(Collectors.joining("  "));
          return rounds.isEmpty()
              ? List.of()
              : Cell.all(List.of(Rounded.number(point.mean()), rounds));
        });
  }

  private static Blocks environment(Environment environment) {
    Table table = Table.of("", "");
    BiConsumer<String, String> row = (name, value) -> table.row(Cell.of(name), Cell.of(value));
    row.accept("processor", environment.cpu());
    row.accept("cores", Integer.toString(environment.cores()));
    row.accept("system", environment.os());
    row.accept("JDK", environment.jdk());
    row.accept("database", environment.database());
    environment.settings().forEach(row);
    environment.libraries().forEach(row);
    return new Blocks().table(table);
  }
}
