package cloakroom.stress.compare;

import static cloakroom.stress.document.Table.column;
import static cloakroom.stress.folder.ProbeResults.ProbeOutcome.KEPT;
import static cloakroom.stress.folder.ProbeResults.ProbeOutcome.LEAKED;
import static java.util.stream.Collectors.joining;

import cloakroom.contract.Significance;
import cloakroom.contract.StateKind;
import cloakroom.statistics.Interval;
import cloakroom.stress.document.Block;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.PageVerdict;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.ProbeResults.OutcomeCounts;
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
    all.add(verdict());
    all.section("differences", "Differences between the runs", differences(folders));
    Blocks metrics = new Blocks();
    metrics.say("Means over the trials of a variant; ratios over those of A with 95 % intervals.");
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

  /** Returns the edge for a metric: BAD if it is slower or its run is invalid. */
  private static Tone tone(RunComparison pair, RunComparison.Change change) {
    Significance found = change.difference().orElse(Significance.UNDECIDED);
    boolean slower = found == Significance.SEEN && change.interval().low() > 1;
    return !pair.valid() || slower
        ? Tone.BAD
        : found == Significance.UNDECIDED ? Tone.OPEN : Tone.GOOD;
  }

  private Block.Section verdict() {
    List<String> sentences = new ArrayList<>();
    List<String> details = new ArrayList<>();
    List<Tone> tones = new ArrayList<>();
    for (RunComparison pair : pairs) {
      boolean probed = MatrixSections.shown(pair.a()) && MatrixSections.shown(pair.b());
      if (probed) {
        List<ProbeChange> changed = probes(pair);
        boolean worse = changed.stream().anyMatch(ProbeChange::worse);
        String results = Cell.counted(changed.size(), "result") + " of probes changed";
        sentences.add(
            pair.letter()
                + " against A: "
                + (changed.isEmpty() ? "the probes of both runs have the same results" : results)
                + (worse ? ", some for the worse" : ""));
        changed.forEach(change -> details.add(pair.letter() + ": " + change.text()));
        tones.add(worse ? Tone.BAD : Tone.GOOD);
      }
      if (probed && pair.a().isReliable() && pair.b().isReliable()) {
        details.addAll(headline(pair)); // the probes are the main result
      } else {
        headline(pair).stream().filter(line -> !sentences.contains(line)).forEach(sentences::add);
        primaries(pair).forEach(change -> tones.add(tone(pair, change)));
      }
    }
    return new PageVerdict(Tone.worst(tones), sentences).section(new Blocks().list(details));
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
            .map(c -> c.variant() + " " + pair.order() + " " + result(pair, c))
            .collect(joining("; "));
    return List.of(
        pair.letter() + " against A, " + runs.get(0).primary().quantity() + ": " + ratios);
  }

  private static String result(RunComparison pair, RunComparison.Change change) {
    String few = "no verdict: fewer than %d trials".formatted(Interval.MIN_BLOCKS);
    String verdict = change.difference().map(Significance::label).orElse(few);
    return ratio(pair, change).text() + ", " + verdict;
  }

  private Stream<RunComparison.Change> primaries(RunComparison pair) {
    return pair.changes().stream().filter(change -> change.metric().equals(runs.get(0).primary()));
  }

  /** Change of a variant's results of one kind of state, as the page shows them. */
  private record ProbeChange(String text, boolean worse) {}

  private static List<ProbeChange> probes(RunComparison pair) {
    List<ProbeChange> changes = new ArrayList<>();
    for (String variant : pair.variants()) {
      VariantSummary before = VariantSummary.of(pair.a(), variant);
      VariantSummary after = VariantSummary.of(pair.b(), variant);
      for (StateKind kind : StateKind.values()) {
        String old = MatrixSections.cell(before, kind).text();
        String now = MatrixSections.cell(after, kind).text();
        OutcomeCounts a = before.stateKinds().of(kind);
        OutcomeCounts b = after.stateKinds().of(kind);
        boolean worse = b.share(KEPT) < a.share(KEPT) || b.share(LEAKED) > a.share(LEAKED);
        String text = "%s, %s: %s; now %s".formatted(variant, kind.label(), old, now);
        changes.addAll(old.equals(now) ? List.of() : List.of(new ProbeChange(text, worse)));
      }
    }
    return changes;
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
                "audit checks passed",
                i ->
                    Cell.of(VerdictText.checks(runs.get(i)))
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
    names.remove("driver.ApplicationName"); // contains the start of the run
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
      columns.add(Column.number(pair.order()));
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
      return Cell.of(interval.text(Interval.TIMES));
    }
    boolean seen = change.difference().filter(Significance.SEEN::equals).isPresent();
    return pair.valid()
        ? Cell.ratio(interval).toned(tone(pair, change), seen)
        : Cell.of("no verdict");
  }

  private static String verdict(RunComparison pair, RunComparison.Change change) {
    return pair.valid() ? change.difference().map(Significance::label).orElse("") : "";
  }
}
