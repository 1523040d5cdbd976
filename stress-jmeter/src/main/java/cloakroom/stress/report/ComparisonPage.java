package cloakroom.stress.report;

import cloakroom.contract.Difference;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Contents;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.document.Tone;
import cloakroom.stress.measure.Comparison.Interval;
import cloakroom.stress.measure.Differences;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.VariantSummary;
import cloakroom.stress.measure.read.RunComparison;
import cloakroom.stress.measure.read.RunComparison.Change;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs of one plan as a page: what differs between them, then each figure beside the first's. */
public final class ComparisonPage {
  private final List<RunComparison> pairs;
  private final List<RunSummary> runs;
  private final List<String> letters;
  private final List<String> variants;

  private ComparisonPage(List<RunComparison> pairs) {
    this.pairs = pairs;
    RunSummary first = pairs.get(0).a();
    runs = Stream.concat(Stream.of(first), pairs.stream().map(RunComparison::b)).toList();
    letters = Stream.concat(Stream.of("A"), pairs.stream().map(RunComparison::letter)).toList();
    variants =
        first.variants().stream()
            .filter(name -> pairs.stream().anyMatch(pair -> pair.variants().contains(name)))
            .toList();
  }

  /**
   * The document.
   *
   * @param pairs each later run with the first
   * @param folders of all runs
   * @param page where it will be, by its absolute path
   */
  public static Document of(List<RunComparison> pairs, List<Path> folders, Path page) {
    return new ComparisonPage(pairs).document(folders, page);
  }

  /** The name of a run's folder, with the way from the page to its report if there is one. */
  static Cell link(Path run, Path page) {
    Path report = run.toAbsolutePath().normalize().resolve("report.html");
    String name = String.valueOf(report.getParent().getFileName());
    if (!Files.exists(report) || !report.getRoot().equals(page.getRoot())) {
      return Cell.of(name);
    }
    String way = page.getParent().relativize(report).toString().replace('\\', '/');
    return Cell.of(new Cell.Link(name, way));
  }

  private Document document(List<Path> folders, Path page) {
    Blocks all = new Blocks();
    Tone tone = pairs.stream().anyMatch(this::alarming) ? Tone.BAD : Tone.GOOD;
    all.add(new Section("verdict", "Verdict", tone, verdict().list())).add(new Contents());
    all.section("differences", "What differs between the runs", differences(folders, page));
    all.section("figures", "Figures", figures());
    all.section("definitions", "Definitions", definitions());
    String title = runs.get(0).config().plan() + ": " + runs.size() + " runs compared";
    String load = "A: " + Words.load(runs.get(0));
    return new Document("Cloakroom comparison", title, load, all.list());
  }

  private Blocks verdict() {
    Blocks blocks = new Blocks();
    pairs.stream()
        .flatMap(pair -> headline(pair).stream())
        .distinct()
        .forEach(line -> blocks.say(Tone.HEADLINE, line));
    for (RunComparison pair : pairs) {
      ComparisonTable.verdicts(pair).forEach(line -> blocks.say(pair.letter() + ": " + line));
    }
    return blocks;
  }

  private List<String> headline(RunComparison pair) {
    String ratios =
        primaries(pair)
            .map(change -> change.variant() + " " + words(ratio(pair, change)))
            .collect(Collectors.joining("; "));
    return pair.valid()
        ? List.of(pair.letter() + " against A, " + primary().title() + ": " + ratios)
        : ComparisonTable.invalid(pair);
  }

  private static String words(Cell ratio) {
    return ratio.text() + (ratio.below().isEmpty() ? "" : " (" + ratio.below() + ")");
  }

  /** The figure that carries the verdict of the first run. */
  private Metric primary() {
    return Metrics.named(runs.get(0).primary().key()).orElseThrow();
  }

  private Stream<Change> primaries(RunComparison pair) {
    return pair.changes().stream().filter(change -> change.metric().equals(primary()));
  }

  /** Whether there is no verdict, or some variant has become slower. */
  private boolean alarming(RunComparison pair) {
    return !pair.valid()
        || primaries(pair).anyMatch(change -> ratio(pair, change).tones().contains(Tone.BAD));
  }

  private Blocks differences(List<Path> folders, Path page) {
    Table which = Table.of("run", "report", "started", "#trials", "#requests", "#failed", "audit");
    for (int i = 0; i < runs.size(); i++) {
      RunSummary run = runs.get(i);
      which.row(
          Cell.of(letters.get(i)).toned(Tone.STRONG, true),
          link(folders.get(i), page),
          Cell.of(run.config().startedAt().replaceAll("\\.\\d+", "")),
          Cell.count(run.trials().size()),
          Cell.count(run.requests()),
          Cell.count(run.errors()),
          Cell.of(Words.audit(run)).toned(Tone.ALARM, !run.consistent()));
    }
    Table table =
        Table.of(Look.PLAIN, Column.of("name"), letters.stream().map(Column::of).toList());
    differing(table, "Load and settings", run -> Differences.settings(run.config()));
    differing(table, "Versions and machine", RunSummary::environment);
    for (String variant : variants) {
      differing(table, "Settings of " + variant, run -> settings(run, variant));
    }
    Blocks blocks = new Blocks().table(which).table(table);
    return table.rows().isEmpty()
        ? blocks.say("Settings, versions and machine are the same, as far as they are known.")
        : blocks;
  }

  /** Nothing for a run without this variant. */
  private static Map<String, String> settings(RunSummary run, String variant) {
    return run.variants().contains(variant)
        ? SettingsSection.settings(VariantSummary.of(run, variant))
        : Map.of();
  }

  private void differing(
      Table table, String group, Function<RunSummary, Map<String, String>> facts) {
    List<Map<String, String>> each = runs.stream().map(facts).toList();
    Set<String> names = new LinkedHashSet<>();
    each.forEach(of -> names.addAll(of.keySet()));
    for (String name : names) {
      long values =
          each.stream()
              .filter(of -> !of.isEmpty())
              .map(of -> of.getOrDefault(name, ""))
              .distinct()
              .count();
      if (values > 1) {
        table.row(group, Cell.of(name), each, of -> Cell.of(of.getOrDefault(name, "–")));
      }
    }
  }

  private Blocks figures() {
    return new Blocks()
        .say("Means over the trials of a variant; ratios to those of A with 95 % intervals.")
        .table(table(this::shown))
        .fold("All figures", false, new Blocks().table(table(metric -> true)));
  }

  /** The main figures, and those of failed requests if there are any. */
  private boolean shown(Metric metric) {
    return ComparisonTable.main().contains(metric)
        || (metric.failures()
            && pairs.stream()
                .flatMap(pair -> pair.changes().stream())
                .anyMatch(c -> c.metric().equals(metric) && c.a() + c.b() > 0));
  }

  private Table table(Predicate<Metric> wanted) {
    List<Column> columns = new ArrayList<>(List.of(Column.number("A")));
    for (RunComparison pair : pairs) {
      columns.add(Column.number(pair.letter()));
      columns.add(Column.number(pair.letter() + " ÷ A"));
    }
    Table table = Table.of(Look.CLOSE, Column.of("figure"), columns);
    for (String variant : variants) {
      for (Metric metric : Metrics.ALL) {
        boolean known =
            changes(variant, metric)
                .anyMatch(c -> Double.isFinite(c.a()) || Double.isFinite(c.b()));
        if (known && wanted.test(metric)) {
          table.row(variant, row(variant, metric), false);
        }
      }
    }
    return table;
  }

  private Stream<Change> changes(String variant, Metric metric) {
    return pairs.stream().flatMap(pair -> pair.change(variant, metric.name()).stream());
  }

  private List<Cell> row(String variant, Metric metric) {
    Change first = changes(variant, metric).findFirst().orElseThrow();
    List<Cell> cells = new ArrayList<>(List.of(Cell.of(metric.title())));
    cells.add(Figures.cell(metric, first.a()));
    for (RunComparison pair : pairs) {
      Optional<Change> change = pair.change(variant, metric.name());
      cells.add(change.map(c -> Figures.cell(metric, c.b())).orElse(Cell.of("")));
      cells.add(change.map(c -> ratio(pair, c)).orElse(Cell.of("")));
    }
    return cells;
  }

  /** What an interval allows to be said stands below it. */
  private static Cell ratio(RunComparison pair, Change change) {
    Interval interval = change.interval();
    if (!Double.isFinite(interval.low())) {
      return Cell.of(interval.ratio(), 2);
    }
    if (!pair.valid()) {
      return Cell.of("withheld");
    }
    Difference difference = ComparisonTable.difference(pair, change);
    boolean seen = difference == Difference.SEEN;
    return Figures.interval(interval)
        .below(difference.words())
        .toned(Tone.BAD, seen && interval.low() > 1)
        .toned(Tone.GOOD, seen && interval.high() < 1);
  }

  private Blocks definitions() {
    return new Blocks()
        .say(
            "Intervals come from the bootstrap that each report explains. A difference is seen when"
                + " an interval leaves out 1; it is within the margin, or there is none, when two"
                + " trials or more put all of it within %s; otherwise it is undecided."
                    .formatted(Difference.MARGIN))
        .say(Words.COUNTED)
        .fold("Every figure", false, new Blocks().table(Figures.definitions("#differences")));
  }
}
