package cloakroom.stress.report;

import cloakroom.stress.measure.AuditCheck;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.Percentiles;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.TrialSummary;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints report.md: the report's tables for a wiki, a pull request or a mail. */
final class MarkdownReport {
  private final RunSummary run;
  private final List<VariantSummary> variants;
  private final StringBuilder text = new StringBuilder();

  private MarkdownReport(RunSummary run) {
    this.run = run;
    this.variants = VariantSummary.of(run);
  }

  static String print(RunSummary run) {
    MarkdownReport report = new MarkdownReport(run);
    report.head();
    report.matrix();
    report.losses();
    report.variants();
    report.comparisons();
    report.published();
    report.server();
    report.audit();
    report.method();
    return report.text.toString();
  }

  private void head() {
    line("# Cloakroom: " + escape(run.config().plan()));
    Words.headline(run).forEach(sentence -> line("**" + escape(sentence) + "**"));
    line(Words.audit(run));
    line(escape(Facts.line(run)));
  }

  private void matrix() {
    if (!run.probed()) {
      return;
    }
    line("## " + HtmlMatrix.TITLE);
    Matrix matrix = new Matrix(run);
    if (matrix.shown()) {
      List<String> heading = new ArrayList<>(List.of(Words.noun(run)));
      matrix.kinds().forEach(kind -> heading.add(kind.label()));
      List<Metric> costs = matrix.costs();
      costs.forEach(metric -> heading.add(metric.heading()));
      table(heading, variants.stream().map(variant -> fates(matrix, costs, variant)).toList());
    }
    MatrixWords.lines(run).forEach(sentence -> line("- " + escape(sentence)));
  }

  private static List<String> fates(Matrix matrix, List<Metric> costs, VariantSummary variant) {
    List<String> row = new ArrayList<>(List.of(variant.name()));
    matrix.kinds().forEach(kind -> row.add(Share.words(variant.stateKinds().of(kind))));
    costs.forEach(metric -> row.add(new Figures(variant).mean(metric)));
    return row;
  }

  private void losses() {
    List<LossCurves> all = LossCurves.of(run);
    if (all.isEmpty()) {
      return;
    }
    line("## " + LossCurves.title(run));
    line(LossCurves.NOTE);
    List<String> heading = new ArrayList<>(List.of(Words.noun(run), "state kind"));
    all.get(0).values().forEach(heading::add);
    table(heading, all.stream().flatMap(curves -> curves.rows().stream()).toList());
  }

  private void variants() {
    if (variants.isEmpty()) {
      return;
    }
    line("## " + HtmlVariants.title(run));
    line("Mean over the trials of a " + Words.noun(run) + "; times in milliseconds.");
    List<String> heading = new ArrayList<>(List.of("figure"));
    variants.forEach(v -> heading.add(v.name() + " (" + Facts.trials(v) + ")"));
    table(
        heading,
        Metrics.ALL.stream()
            .filter(metric -> Figures.known(metric, variants))
            .filter(metric -> !metric.group().equals(Metrics.SERVER))
            .map(this::figure)
            .toList());
  }

  private List<String> figure(Metric metric) {
    List<String> row = new ArrayList<>();
    row.add(metric.group() + ": " + metric.heading());
    variants.forEach(variant -> row.add(new Figures(variant).mean(metric)));
    return row;
  }

  private void comparisons() {
    if (run.comparisons().isEmpty()) {
      return;
    }
    line("## Ratios");
    line(Facts.method(run) + Facts.further(run));
    table(
        List.of("a", "b", "figure", "a / b [95 % interval]", "verdict"),
        Facts.ratios(run).stream().map(MarkdownReport::comparison).toList());
  }

  private static List<String> comparison(Comparison c) {
    return List.of(c.a(), c.b(), c.metric(), Words.interval(c), c.verdict());
  }

  private void published() {
    if (!Published.applies(run)) {
      return;
    }
    line("## " + Published.TITLE);
    line(Published.STUDY + " " + Published.ADVICE);
    table(
        List.of("setting", "policy", "published", "this run"),
        Published.rows(run).stream()
            .map(row -> List.of(row.setting(), row.policy(), row.published(), row.ours()))
            .toList());
  }

  private void server() {
    if (!ServerTable.applies(run)) {
      return;
    }
    line("## " + ServerTable.TITLE);
    line(ServerTable.NOTE);
    ServerTable table = new ServerTable(run);
    List<String> heading = new ArrayList<>(List.of("figure"));
    variants.forEach(variant -> heading.add(variant.name()));
    table(heading, table.rows().stream().map(MarkdownReport::server).toList());
    table.notes().forEach(note -> line("- " + escape(note)));
  }

  private static List<String> server(ServerTable.Row row) {
    List<String> cells = new ArrayList<>(List.of(row.group() + ": " + row.label()));
    cells.addAll(row.cells());
    return cells;
  }

  private void audit() {
    line("## Audit");
    List<List<String>> rows = new ArrayList<>();
    for (TrialSummary trial : run.trials()) {
      for (AuditCheck check : trial.audit().checks()) {
        rows.add(
            List.of(
                trial.config().folder(),
                check.id() + ": " + check.name(),
                check.numbers(),
                Words.outcome(check.outcome()),
                check.note()));
      }
    }
    table(List.of("trial", "check", "numbers", "outcome", "note"), rows);
  }

  private void method() {
    line("## Method");
    line("Percentiles: " + Percentiles.METHOD + ". " + Words.primary(run));
    line(Facts.COUNTED);
  }

  private void table(List<String> heading, List<List<String>> rows) {
    row(heading);
    row(heading.stream().map(cell -> "---").toList());
    rows.forEach(this::row);
    text.append('\n');
  }

  private void row(List<String> cells) {
    text.append(
        cells.stream()
            .map(MarkdownReport::escape)
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private void line(String line) {
    text.append(line).append("\n\n");
  }

  /** Keeps a name from becoming markup: HTML, a cell's end, or a line of its own. */
  private static String escape(String cell) {
    return cell.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|")
        .replaceAll("[\\r\\n]+", " ");
  }
}
