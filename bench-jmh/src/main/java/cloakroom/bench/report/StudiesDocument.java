package cloakroom.bench.report;

import cloakroom.bench.harness.Environment;
import cloakroom.bench.harness.StudiesRun.StudiesResult;
import cloakroom.bench.harness.StudyDefinition;
import cloakroom.bench.harness.StudyResult;
import cloakroom.bench.harness.StudyResult.Gap;
import cloakroom.bench.harness.StudyResult.MeasuredRatio;
import cloakroom.bench.harness.StudyResult.Point;
import cloakroom.bench.harness.Verdict;
import cloakroom.platform.Resources;
import cloakroom.stress.document.Block;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The studies as a document, in the order in which a reader asks. */
final class StudiesDocument {
  private StudiesDocument() {}

  /**
   * The whole page.
   *
   * @param own what another run would know of this one
   * @param others runs whose ratios stand beside those of this one
   */
  static Document of(StudiesResult result, StudiesFile own, List<StudiesFile> others) {
    Blocks blocks = alarms(result);
    Blocks first = new Blocks();
    StudyChart.ofRatios(result.studies(), others).ifPresent(first::chart);
    overview(result.studies(), others, false).list().forEach(first::add);
    blocks.section("overview", "Published and measured", first);
    List<StudiesFile> runs =
        Stream.concat(Stream.of(own), others.stream()).sorted(StudiesFile.BY_DISTANCE).toList();
    result.studies().forEach(study -> section(blocks, study, runs));
    Table words = Table.of("word", ">meaning");
    Resources.rows("cloakroom/bench/report/words.txt").forEach(pair -> words.row(Cell.all(pair)));
    Stream.of(Verdict.values())
        .forEach(each -> words.row(Cell.of(each.words()), Cell.of(each.meaning())));
    blocks
        .section("environment", "Environment", environment(result.environment()))
        .section("words", "Words", new Blocks().table(words));
    return document(result, blocks);
  }

  /** What fits a console: every ratio, and in sentences what else was seen or is missing. */
  static Document brief(StudiesResult result) {
    List<String> lines = new ArrayList<>();
    for (StudyResult study : result.studies()) {
      Stream.concat(StudyCurves.readings(study).stream(), study.gaps().stream().map(Gap::sentence))
          .forEach(line -> lines.add(study.card().id() + ": " + line));
    }
    Blocks overview = overview(result.studies(), List.of(), true);
    return document(
        result,
        alarms(result)
            .section("overview", "Published and measured", overview)
            .section("readings", "Readings", new Blocks().list(lines)));
  }

  private static Blocks alarms(StudiesResult result) {
    Blocks blocks = new Blocks();
    result.problems().forEach(problem -> blocks.say(Tone.ALARM, problem));
    return blocks;
  }

  private static Document document(StudiesResult result, Blocks blocks) {
    String lead =
        "%s; %s; %d cores; %s of each study asked for%s"
            .formatted(
                result.environment().date(),
                result.environment().database(),
                result.environment().cores(),
                result.rounds() == 1 ? "1 round" : result.rounds() + " rounds",
                result.full() ? ", long form" : "");
    return new Document("Cloakroom", "The published studies, repeated", lead, blocks.list());
  }

  /**
   * Every ratio.
   *
   * @param brief without the studies' titles and without what is missing
   */
  private static Blocks overview(
      List<StudyResult> studies, List<StudiesFile> others, boolean brief) {
    List<String> columns = new ArrayList<>(List.of("ratio", "#published", "#ours"));
    others.forEach(other -> columns.add("#" + other.label()));
    columns.add("verdict");
    Table table = Table.of(columns.toArray(String[]::new));
    for (StudyResult study : studies) {
      String id = study.card().id();
      String group = brief ? "" : id + " " + study.card().title();
      for (MeasuredRatio measured : study.ratios()) {
        String name = measured.ratio().name();
        Verdict verdict = measured.verdict();
        List<String> cells = new ArrayList<>();
        cells.add(brief ? id + " " + name : name);
        cells.add(Rounded.ratio(measured.ratio().published()));
        cells.add(Rounded.interval(measured.interval()));
        others.forEach(
            other -> cells.add(other.find(id, name).map(Rounded::interval).orElse(Rounded.NONE)));
        row(table, group, cells, Cell.of(measured.words()).toned(tone(verdict), true));
      }
      if (!brief) {
        study.gaps().forEach(gap -> nothing(table, group, gap.sentence(), gap.kind()));
        if (study.ratios().isEmpty() && study.gaps().isEmpty()) {
          nothing(table, group, "no ratio was published", "");
        }
      }
    }
    return new Blocks()
        .say(
            "A ratio compares two ways of doing the same work; it is above 1 when the first one"
                + " takes longer. Absolute times of other years' machines are no target."
                + " Brackets hold the 95 % interval.")
        .table(table);
  }

  private static void nothing(Table table, String group, String why, String kind) {
    List<String> cells =
        new ArrayList<>(Collections.nCopies(table.columns().size() - 1, Rounded.NONE));
    cells.set(0, why);
    row(table, group, cells, Cell.of(kind).toned(Tone.SOFT, true));
  }

  private static void row(Table table, String group, List<String> cells, Cell verdict) {
    List<Cell> all = new ArrayList<>(Cell.all(cells));
    all.add(verdict);
    table.row(group, all, false);
  }

  private static Tone tone(Verdict verdict) {
    return switch (verdict) {
      case SAME_SIZE -> Tone.GOOD;
      case SAME_DIRECTION, LARGER, SMALLER -> Tone.FAIR;
      case UNDECIDED -> Tone.OPEN;
      case NO_DIFFERENCE, OTHER_DIRECTION -> Tone.BAD;
    };
  }

  private static void section(Blocks blocks, StudyResult study, List<StudiesFile> runs) {
    String id = study.card().id();
    List<Block.ListItem> said = new ArrayList<>();
    said.add(new Block.ListItem("Asked", Tone.PLAIN, study.card().question()));
    said.add(new Block.ListItem("Found", Tone.PLAIN, found(study)));
    if (!study.card().why().isEmpty()) {
      said.add(new Block.ListItem("Why it may differ", Tone.PLAIN, study.card().why()));
    }
    List<String> along =
        study.ratios().stream()
            .flatMap(each -> StudiesFile.along(runs, id, each.ratio().name()).stream())
            .toList();
    if (!along.isEmpty()) {
      said.add(new Block.ListItem("Distance", Tone.PLAIN, String.join("; ", along) + "."));
    }
    Blocks parts = new Blocks().add(new Block.Bullets(said));
    study.gaps().forEach(gap -> parts.say(Tone.SOFT, gap.sentence()));
    StudyChart.of(study).ifPresent(parts::chart);
    parts
        .list(StudyCurves.readings(study))
        .fold(
            "Times, and what was counted beside them: means of the rounds, counts of one run",
            true,
            counts(study))
        .fold(
            "What the author's client took beside the published times",
            false,
            processor(study.card()))
        .fold("One operation in the steady state", true, operations(study))
        .fold("Times of all rounds", false, times(study));
    blocks.section(id, id + " " + study.card().title(), parts);
  }

  /** The ratio that counts first, and how many of the others stand how. */
  private static String found(StudyResult study) {
    if (study.ratios().isEmpty()) {
      return study.card().ratios().isEmpty()
          ? "no ratio was published."
          : "nothing that could be compared.";
    }
    MeasuredRatio first = study.ratios().get(0);
    double published = first.ratio().published();
    Map<String, Long> more = new TreeMap<>();
    study.ratios().stream()
        .skip(1)
        .forEach(each -> more.merge(each.verdict().words(), 1L, Long::sum));
    String words =
        "%s is %s, %s: %s"
            .formatted(
                first.ratio().name(),
                Rounded.interval(first.interval()),
                Double.isNaN(published)
                    ? "published without a figure"
                    : "published " + Rounded.ratio(published),
                first.words());
    String rest =
        more.entrySet().stream()
            .map(each -> each.getValue() + " " + each.getKey())
            .collect(Collectors.joining(", "));
    return words + (rest.isEmpty() ? "." : "; of the others " + rest + ".");
  }

  /**
   * Table with a row for each point that has cells.
   *
   * @param columns names of the columns after that of the point
   */
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

  private static List<Cell> cells(Double... values) {
    return Stream.of(values).map(value -> Cell.of(Rounded.number(value))).toList();
  }

  /** The time and the counts of one run; a count that is 0 at all points was not counted. */
  private static Table counts(StudyResult study) {
    Set<String> names = new TreeSet<>();
    study.points().forEach(point -> names.addAll(point.counts().keySet()));
    names.removeIf(
        name -> study.points().stream().allMatch(p -> p.counts().getOrDefault(name, 0.0) == 0));
    List<String> columns = new ArrayList<>(List.of("#ms"));
    names.forEach(name -> columns.add("#" + spaced(name)));
    return table(
        study,
        columns,
        point ->
            names.isEmpty() || point.counts().isEmpty()
                ? List.of()
                : cells(
                    Stream.concat(
                            Stream.of(point.mean()),
                            names.stream().map(n -> point.counts().getOrDefault(n, Double.NaN)))
                        .toArray(Double[]::new)));
  }

  /** roundTrips becomes "round trips". */
  private static String spaced(String name) {
    return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT);
  }

  private static Table operations(StudyResult study) {
    return table(
        study,
        List.of("#µs", "#± 99.9 %", "#bytes"),
        point ->
            point
                .operation()
                .map(cost -> cells(cost.micros(), cost.error(), cost.bytes()))
                .orElse(List.of()));
  }

  private static Table times(StudyResult study) {
    return table(
        study,
        List.of("#mean, ms", "#rounds, ms"),
        point ->
            point.millis().isEmpty()
                ? List.of()
                : Cell.all(
                    List.of(
                        Rounded.number(point.mean()),
                        point.millis().stream()
                            .map(Rounded::number)
                            .collect(Collectors.joining("  ")))));
  }

  /** Table of the client's processor time for each published time. */
  private static Table processor(StudyDefinition card) {
    Table table = Table.of("published", "#real, s", "#user, s", "#sys, s", "#processors");
    for (String series : new TreeSet<>(card.processor().keySet())) {
      new TreeMap<>(card.processor().get(series))
          .forEach(
              (x, times) -> {
                double real = card.published().get(series).get(x);
                double user = times.get(0);
                double sys = times.get(1);
                table.row(
                    Cell.of(series + ", " + Rounded.number(x)),
                    cells(real, user, sys, (user + sys) / real),
                    cell -> cell);
              });
    }
    return table;
  }

  private static Blocks environment(Environment environment) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("processor", environment.cpu());
    all.put("cores", Integer.toString(environment.cores()));
    all.put("system", environment.os());
    all.put("JDK", environment.jdk());
    all.put("database", environment.database());
    all.putAll(environment.settings());
    all.putAll(environment.libraries());
    Table table = Table.of("", "");
    all.forEach((name, value) -> table.row(Cell.of(name), Cell.of(value)));
    return new Blocks().table(table);
  }
}
