package cloakroom.stress.report;

import static java.util.stream.Collectors.joining;

import cloakroom.platform.Resources;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.Table;
import cloakroom.stress.folder.Variant;
import cloakroom.stress.folder.VariantCost;
import cloakroom.stress.folder.VariantCost.DatabaseCost;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Report on database work per transaction, or per request if the plan has no transactions. */
record CountPage(RunSummary run, List<VariantSummary> variants, String of) {
  private static final List<DatabaseCost> COSTS = List.of(DatabaseCost.values());
  private static final List<List<String>> HEADINGS =
      Resources.rows("cloakroom/stress/report/count.txt");

  static CountPage of(RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    String trips = VariantCost.name(VariantCost.TRANSACTION, DatabaseCost.ROUND_TRIPS);
    boolean known = MetricCells.known(Metric.get(trips), variants);
    return new CountPage(run, variants, known ? VariantCost.TRANSACTION : VariantCost.REQUEST);
  }

  private String unit() {
    return of.equals(VariantCost.TRANSACTION) ? "a transaction" : "a request";
  }

  private Metric metric(DatabaseCost cost) {
    return Metric.get(VariantCost.name(of, cost));
  }

  private Cell cell(VariantSummary variant, DatabaseCost cost) {
    double value = variant.mean(metric(cost));
    return Double.isFinite(value) ? MetricCells.cell(metric(cost), value) : Cell.of("n/a");
  }

  Headline headline() {
    return Headline.counted(run, sentence(), method());
  }

  private String sentence() {
    Metric trips = metric(DatabaseCost.ROUND_TRIPS);
    List<VariantSummary> ranked = new ArrayList<>(variants);
    ranked.removeIf(variant -> !Double.isFinite(variant.mean(trips)));
    ranked.sort(Comparator.comparingDouble(variant -> variant.mean(trips)));
    if (ranked.isEmpty()) {
      return "Round trips were not counted";
    }
    VariantSummary least = ranked.get(0);
    VariantSummary most = ranked.get(ranked.size() - 1);
    String fewest = cell(least, DatabaseCost.ROUND_TRIPS).text();
    String needed = cell(most, DatabaseCost.ROUND_TRIPS).text();
    if (!fewest.equals(needed)) {
      return "%s needs the fewest round trips for %s: %s; %s needs the most: %s"
          .formatted(least.name(), unit(), fewest, most.name(), needed);
    }
    boolean each = ranked.size() > 1 && ranked.size() == variants.size();
    String names = ranked.stream().map(VariantSummary::name).collect(joining(", "));
    String who = each ? "Each variant needs" : names + (ranked.size() > 1 ? " need" : " needs");
    return "%s %s round trips for %s".formatted(who, fewest, unit());
  }

  private String method() {
    List<Variant> all = variants.stream().map(VariantSummary::variant).toList();
    return "Counted with %s users, one request at a time: the same numbers on every machine"
        .formatted(Differences.values(all, run.config()::users));
  }

  Table table() {
    List<Table.Column> columns = new ArrayList<>();
    for (List<String> row : HEADINGS) {
      String id = MetricCells.id(metric(COSTS.get(columns.size())));
      columns.add(Table.Column.number(row.get(1), row.get(2), row.get(0)).explainedBy(id));
    }
    Table table = Table.of(unit(), columns);
    for (VariantSummary variant : variants) {
      String what = Differences.describe(variant, variants);
      Cell name = Cell.of(variant.name()).named(variants.indexOf(variant)).below(what);
      table.row(name, COSTS, cost -> cell(variant, cost));
    }
    return table;
  }

  Document document() {
    Headline headline = headline();
    Blocks verdict = new Blocks();
    headline.notes().forEach(verdict::say);
    if (!run.trials().isEmpty()) {
      String trust = run.isReliable() ? VerdictText.audit(run) : VerdictText.trust(run);
      verdict.say(VerdictText.trustTone(run), trust).table(table());
    }
    VerdictText.limits(run).list().forEach(verdict::add);
    Blocks all = new Blocks().add(headline.verdict().section(verdict));
    MatrixSections.add(all, run);
    Blocks kinds = new Blocks().say(VerdictText.prose("counted-alone"));
    kinds.table(VariantsSection.requestKinds(run));
    List<String> files = List.of("round-trips.csv", "counts.json", "config.json");
    kinds.add(TrialsSections.links("files", "", files));
    all.section("round-trips", "Each kind of request", kinds);
    SettingsSection.addChanges(all, run);
    SettingsSection.add(all, run);
    TrialsSections.audits(all, run);
    List<Metric> metrics = COSTS.stream().map(this::metric).toList();
    all.section("definitions", "Definitions", new Blocks().table(MetricCells.definitions(metrics)));
    return new Document(
        "Cloakroom count", run.config().plan(), VerdictText.length(run), all.list());
  }
}
