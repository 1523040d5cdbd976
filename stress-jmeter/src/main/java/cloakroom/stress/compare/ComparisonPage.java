package cloakroom.stress.compare;

import static cloakroom.stress.document.Table.column;
import static java.util.stream.Collectors.joining;

import cloakroom.contract.Significance;
import cloakroom.contract.StateKind;
import cloakroom.statistics.Interval;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Tone;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import cloakroom.stress.report.MatrixSections;
import cloakroom.stress.report.MetricCells;
import cloakroom.stress.report.VerdictText;
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
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Report that compares the metrics and settings of runs with those of the first run. */
public final class ComparisonPage {
  private final List<RunComparison> pairs;
  private final List<RunSummary> runs;

  public ComparisonPage(List<RunComparison> pairs) {
    this.pairs = pairs;
    RunSummary first = pairs.get(0).a();
    runs = Stream.concat(Stream.of(first), pairs.stream().map(RunComparison::b)).toList();
  }

  private static Cell link(Path run, Path from) {
    Path report = run.toAbsolutePath().normalize().resolve("report.html");
    Path start = from.toAbsolutePath().normalize();
    String name = String.valueOf(report.getParent().getFileName());
    return Files.exists(report) && report.getRoot().equals(start.getRoot())
        ? Cell.of(new Cell.Hyperlink(name, start.relativize(report).toString().replace('\\', '/')))
        : Cell.of(name);
  }

  /** Creates the report for the last of the folders. Its links are relative to this folder. */
  public Document document(List<Path> folders) {
    Blocks all = new Blocks();
    Predicate<RunComparison> alarming =
        p -> !p.valid() || primaries(p).anyMatch(c -> ratio(p, c).tones().contains(Tone.BAD));
    Tone tone = pairs.stream().anyMatch(alarming) ? Tone.BAD : Tone.GOOD;
    all.add(new Section("verdict", "Verdict", tone, verdict().list()));
    all.section("differences", "Differences between the runs", differences(folders));
    Blocks metrics = new Blocks();
    metrics.say("Means over the trials of a variant; ratios to those of A with 95 % intervals.");
    pairs.forEach(pair -> metrics.table(table(List.of(pair), this::shown)));
    metrics.fold("All metrics", false, table(pairs, metric -> true));
    all.section("figures", "Metrics", metrics);
    Blocks definitions = new Blocks().say(VerdictText.prose("comparison", Significance.MARGIN));
    definitions.say(VerdictText.prose("counted"));
    definitions.fold("Every metric", false, MetricCells.definitions(Metric.ALL));
    all.section("definitions", "Definitions", new Blocks().page(definitions));
    RunSummary first = runs.get(0);
    String title = first.config().plan() + ": " + runs.size() + " runs compared";
    String load = "A: " + VerdictText.length(first) + ". " + VerdictText.conditions(first);
    return new Document("Cloakroom comparison", title, load, all.list());
  }

  private Blocks verdict() {
    Blocks blocks = new Blocks();
    pairs.stream()
        .flatMap(pair -> headline(pair).stream())
        .distinct()
        .forEach(line -> blocks.say(Tone.HEADLINE, line));
    for (RunComparison pair : pairs) {
      probes(pair).forEach(line -> blocks.say(pair.letter() + ": " + line));
    }
    return blocks;
  }

  private List<String> headline(RunComparison pair) {
    if (!pair.valid()) {
      return Stream.of(Map.entry("A", pair.a()), Map.entry(pair.letter(), pair.b()))
          .filter(run -> !run.getValue().valid())
          .map(
              run ->
                  "no verdict, %s is invalid: %s"
                      .formatted(run.getKey(), VerdictText.noVerdictReason(run.getValue())))
          .toList();
    }
    String ratios =
        primaries(pair)
            .map(c -> c.variant() + " " + ratio(pair, c).text() + " " + verdict(pair, c))
            .map(String::strip)
            .collect(joining("; "));
    return List.of(pair.letter() + " against A, " + runs.get(0).primary().title() + ": " + ratios);
  }

  private Stream<RunComparison.Change> primaries(RunComparison pair) {
    return pair.changes().stream().filter(change -> change.metric().equals(runs.get(0).primary()));
  }

  private static List<String> probes(RunComparison pair) {
    if (!MatrixSections.shown(pair.a()) || !MatrixSections.shown(pair.b())) {
      return List.of();
    }
    List<String> lines = new ArrayList<>();
    for (String variant : pair.variants()) {
      VariantSummary before = VariantSummary.of(pair.a(), variant);
      VariantSummary after = VariantSummary.of(pair.b(), variant);
      for (StateKind kind : StateKind.values()) {
        String old = MatrixSections.cell(before, kind).text();
        String now = MatrixSections.cell(after, kind).text();
        if (!old.equals(now)) {
          lines.add("%s, %s: %s; now %s".formatted(variant, kind.label(), old, now));
        }
      }
    }
    return lines.isEmpty() ? List.of("the probes of both runs have the same results") : lines;
  }

  private Blocks differences(List<Path> folders) {
    Path page = folders.get(folders.size() - 1);
    List<String> letters = new ArrayList<>(List.of("A"));
    pairs.forEach(pair -> letters.add(pair.letter()));
    Table overview =
        Table.of(
            IntStream.range(0, runs.size()).boxed().toList(),
            column("run", i -> Cell.of(letters.get(i)).toned(Tone.STRONG, true)),
            column("report", i -> link(folders.get(i), page)),
            column(
                "started",
                i -> Cell.of(runs.get(i).config().startedAt().replaceAll("\\.\\d+", ""))),
            column("#trials", i -> Cell.count(runs.get(i).trials().size())),
            column("#requests", i -> Cell.count(runs.get(i).requests())),
            column("#failed", i -> Cell.count(runs.get(i).errors())),
            column(
                "audit checks",
                i ->
                    Cell.of(VerdictText.checks(runs.get(i)).replace(" audit checks passed", ""))
                        .toned(Tone.ALARM, !runs.get(i).consistent())));
    List<Column> columns = new ArrayList<>(List.of(Column.of("name")));
    letters.forEach(letter -> columns.add(Column.of(letter)));
    Table table = Table.of("of", columns);
    differing(table, "load and settings", run -> Differences.settings(run.config()));
    differing(table, "versions and machine", RunSummary::environment);
    for (String variant : runs.get(0).variants()) {
      Function<RunSummary, Map<String, String>> settings =
          run -> VariantSummary.of(run, variant).settings();
      differing(table, variant, r -> r.variants().contains(variant) ? settings.apply(r) : Map.of());
    }
    String same = "Settings, versions and machine are the same, as far as they are known.";
    return new Blocks().table(overview).table(table).say(table.rows().isEmpty() ? same : "");
  }

  private void differing(
      Table table, String what, Function<RunSummary, Map<String, String>> facts) {
    List<Map<String, String>> each = runs.stream().map(facts).toList();
    List<Map<String, String>> known = each.stream().filter(of -> !of.isEmpty()).toList();
    Set<String> names = new LinkedHashSet<>();
    known.forEach(of -> names.addAll(of.keySet()));
    for (String name : names) {
      if (known.stream().map(of -> of.getOrDefault(name, "")).distinct().count() > 1) {
        List<Cell> cells = new ArrayList<>(Cell.all(List.of(what, name)));
        for (Map<String, String> of : each) {
          String fact = of.getOrDefault(name, "–"); // of a hash the first 12 digits
          cells.add(Cell.of(fact.replaceFirst("^(\\p{XDigit}{12})\\p{XDigit}{28}", "$1")));
        }
        table.row(cells);
      }
    }
  }

  private boolean shown(Metric metric) {
    return MetricCells.MAIN.contains(metric)
        || (metric.failures()
            && pairs.stream()
                .flatMap(pair -> pair.changes().stream())
                .anyMatch(c -> c.metric().equals(metric) && c.a() + c.b() > 0));
  }

  private Table table(List<RunComparison> some, Predicate<Metric> wanted) {
    List<Column> columns = new ArrayList<>(List.of(Column.of("metric"), Column.number("A")));
    for (RunComparison pair : some) {
      columns.add(Column.number(pair.letter()));
      columns.add(Column.number(pair.letter() + " / A"));
      columns.add(Column.of("verdict"));
    }
    Table table = Table.of(Table.Density.CLOSE, Column.of("variant"), columns);
    for (String variant : runs.get(0).variants()) {
      for (Metric metric : Metric.ALL) {
        boolean known =
            some.stream()
                .flatMap(pair -> pair.change(variant, metric.name()).stream())
                .anyMatch(c -> Double.isFinite(c.a()) || Double.isFinite(c.b()));
        if (known && wanted.test(metric)) {
          table.row(row(some, variant, metric));
        }
      }
    }
    return table;
  }

  private List<Cell> row(List<RunComparison> some, String variant, Metric metric) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.of(variant)));
    cells.add(Cell.of(new Cell.Hyperlink(metric.nameAndUnit(), "#" + MetricCells.id(metric))));
    cells.add(MetricCells.mean(VariantSummary.of(runs.get(0), variant), metric));
    for (RunComparison pair : some) {
      Optional<RunComparison.Change> change = pair.change(variant, metric.name());
      cells.add(change.map(c -> MetricCells.cell(metric, c.b())).orElse(Cell.of("")));
      cells.add(change.map(c -> ratio(pair, c)).orElse(Cell.of("")));
      cells.add(Cell.of(change.map(c -> verdict(pair, c)).orElse("")));
    }
    return cells;
  }

  private static Cell ratio(RunComparison pair, RunComparison.Change change) {
    Interval interval = change.interval();
    if (!Double.isFinite(interval.low())) {
      return Cell.of(interval.ratio(), 2);
    }
    boolean seen = change.difference().filter(Significance.SEEN::equals).isPresent();
    return pair.valid()
        ? MetricCells.interval(interval)
            .toned(Tone.BAD, seen && interval.low() > 1)
            .toned(Tone.GOOD, seen && interval.high() < 1)
        : Cell.of("no verdict");
  }

  private static String verdict(RunComparison pair, RunComparison.Change change) {
    return pair.valid() ? change.difference().map(Significance::label).orElse("") : "";
  }
}
