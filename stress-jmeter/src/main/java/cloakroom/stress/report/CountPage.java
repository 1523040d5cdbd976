package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Links;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Cell.Hyperlink;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.folder.DatabaseCost;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Report of a run that only counted: what a transaction costs in each variant, and no times.
 *
 * @param of {@link VariantCost#TRANSACTION}, or {@link VariantCost#REQUEST} of a plan without any
 */
record CountPage(RunSummary run, List<VariantSummary> variants, String of) {
  private static final List<DatabaseCost> COSTS = List.of(DatabaseCost.values());

  /** Headings for a terminal of 80 columns, in the order of the costs: two lines and the unit. */
  private static final String HEADINGS =
      """
      round     | trips    |
      log       | flushes  |
                | sent     | bytes
                | received | bytes
      snapshots | written  |
                | read     |
      conn.     | held     |
                | in use   |
      """;

  /** Costs that explain a difference in round trips. */
  private static final List<DatabaseCost> CAUSES =
      List.of(
          DatabaseCost.LOG_FLUSHES,
          DatabaseCost.SNAPSHOT_WRITES,
          DatabaseCost.SNAPSHOT_READS,
          DatabaseCost.CONNECTIONS_HELD);

  static CountPage of(RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    String trips = VariantCost.name(VariantCost.TRANSACTION, DatabaseCost.ROUND_TRIPS);
    boolean known = MetricCells.known(Metrics.get(trips), variants);
    return new CountPage(run, variants, known ? VariantCost.TRANSACTION : VariantCost.REQUEST);
  }

  private String unit() {
    return of.equals(VariantCost.TRANSACTION) ? "a transaction" : "a request";
  }

  private Metric metric(DatabaseCost cost) {
    return Metrics.get(VariantCost.name(of, cost));
  }

  private Cell cell(VariantSummary variant, DatabaseCost cost) {
    double value = variant.mean(metric(cost));
    return Double.isFinite(value) ? MetricCells.cell(metric(cost), value) : Cell.of("n/a");
  }

  private String text(VariantSummary variant, DatabaseCost cost) {
    return cell(variant, cost).text();
  }

  /** Returns the answer, what the difference is made of, and how it was counted. */
  List<String> sentences() {
    Metric trips = metric(DatabaseCost.ROUND_TRIPS);
    List<VariantSummary> ranked =
        variants.stream()
            .filter(variant -> Double.isFinite(variant.mean(trips)))
            .sorted(Comparator.comparingDouble(variant -> variant.mean(trips)))
            .toList();
    List<String> sentences = new ArrayList<>();
    if (!ranked.isEmpty()) {
      sentences.addAll(difference(ranked.get(0), ranked.get(ranked.size() - 1)));
    }
    String how = "Counted with %d users, one request at a time: the same numbers on every machine";
    sentences.add(how.formatted(run.config().users()));
    return sentences;
  }

  private List<String> difference(VariantSummary least, VariantSummary most) {
    String fewest = text(least, DatabaseCost.ROUND_TRIPS);
    String needed = text(most, DatabaseCost.ROUND_TRIPS);
    if (fewest.equals(needed)) {
      String who = variants.size() == 1 ? least.name() : "Each variant";
      return List.of("%s needs %s round trips for %s".formatted(who, fewest, unit()));
    }
    List<String> parts = new ArrayList<>(List.of(most.name() + " needs the most: " + needed));
    for (DatabaseCost cost : CAUSES) {
      String more = text(most, cost);
      String less = text(least, cost);
      if (!more.equals(less)) {
        parts.add("%s %s instead of %s".formatted(metric(cost).label(), more, less));
      }
    }
    return List.of(
        "%s needs the fewest round trips for %s: %s".formatted(least.name(), unit(), fewest),
        String.join("; ", parts));
  }

  /** Returns the counts as a terminal shows them. */
  Table console() {
    List<Column> columns =
        HEADINGS
            .lines()
            .map(line -> line.strip().split("\\s*\\|\\s*", -1))
            .map(parts -> Column.number(parts[0], parts[1], parts[2]))
            .toList();
    Table table = Table.of(Density.PLAIN, Column.of(unit()), columns);
    variants.forEach(v -> table.row(Cell.of(v.name()), COSTS, cost -> cell(v, cost)));
    return table;
  }

  private Table table() {
    List<Column> columns = COSTS.stream().map(c -> MetricCells.columnOf(metric(c), "")).toList();
    Table table = Table.of(Density.PLAIN, Column.of(unit()), columns);
    for (VariantSummary variant : variants) {
      String what = Differences.describe(variant, variants);
      Cell name = Cell.of(variant.name()).named(variants.indexOf(variant)).below(what);
      table.row(name, COSTS, cost -> cell(variant, cost));
    }
    return table;
  }

  Document document() {
    Tone tone = run.isReliable() ? Tone.GOOD : Tone.BAD;
    Blocks verdict = new Blocks();
    sentences()
        .forEach(line -> verdict.say(verdict.list().isEmpty() ? Tone.HEADLINE : Tone.PLAIN, line));
    verdict.say(tone, VerdictText.audit(run)).table(table());
    VerdictText.limits(run).list().forEach(verdict::add);
    Blocks all = new Blocks().add(new Section("verdict", "Verdict", tone, verdict.list()));
    Blocks kinds =
        new Blocks().say(VerdictText.prose("counted-alone")).table(CostSection.kinds(run));
    Stream<String> files = Stream.of("round-trips.csv", "counts.json", "config.json");
    kinds.add(new Links("files", files.map(file -> new Hyperlink(file, file)).toList()));
    all.section("round-trips", "Each kind of request", kinds);
    MatrixSections.add(all, run);
    DatabaseSection.add(all, run);
    SettingsSection.add(all, run);
    TrialsSections.audits(all, run);
    List<Metric> metrics = COSTS.stream().map(this::metric).toList();
    all.section("definitions", "Definitions", new Blocks().table(MetricCells.definitions(metrics)));
    return new Document(
        "Cloakroom count", run.config().plan(), VerdictText.length(run), all.list());
  }
}
