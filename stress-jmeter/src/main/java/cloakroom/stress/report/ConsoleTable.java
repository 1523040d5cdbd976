package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Tone;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.List;

/** Printer of a run for the console: result and audit, then a line for each variant. */
final class ConsoleTable {
  private static final String COLUMNS =
      """
            | req/s |    | throughputPerSecond
      resp. | mean  | ms | response.mean
            | p95   | ms | response.p95
      serv. | mean  | ms | service.mean
            | p95   | ms | service.p95
      tier  | mean  | ms | tier.mean
            | p95   | ms | tier.p95
      conn. | mean  |    | connections.meanInUse
            | in DB |    | connections.databaseMax
      snap- | shots |    | passivations.snapshotWrites
      """;

  private ConsoleTable() {}

  public static String print(RunSummary run) {
    List<String> lines = new ArrayList<>(lines(run, sentences(run)));
    lines.add("");
    lines.addAll(tables(run));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static List<String> lines(RunSummary run, Blocks blocks) {
    return ConsoleRenderer.lines(blocks.list(), run.config().counted() ? 80 : 100);
  }

  static List<String> tables(RunSummary run) {
    if (run.config().counted()) {
      return lines(run, new Blocks().table(CountPage.of(run).table()));
    }
    List<VariantSummary> variants = VariantSummary.of(run);
    return lines(
        run, new Blocks().table(metrics(run, variants)).table(VariantsSection.costs(variants)));
  }

  private static Blocks sentences(RunSummary run) {
    Blocks blocks = new Blocks();
    boolean counted = run.config().counted();
    (counted ? CountPage.of(run).sentences() : Headline.of(run)).forEach(blocks::say);
    blocks.list(MatrixSections.shown(run) ? Headline.matrix(run) : List.of());
    blocks.say(
        "%s, %d of %d requests %s"
            .formatted(
                VerdictText.audit(run), run.errors(), run.requests(), VerdictText.failures(run)));
    VerdictText.failedChecks(run).forEach(line -> blocks.say(Tone.BAD, line));
    VerdictText.errors(run.trials()).ifPresent(line -> blocks.say("failed " + line));
    VerdictText.limits(run).list().forEach(blocks::add);
    return blocks;
  }

  private static Table metrics(RunSummary run, List<VariantSummary> variants) {
    List<String[]> shown = COLUMNS.lines().map(line -> line.split("\\s*\\|\\s*", -1)).toList();
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.number("n")));
    shown.forEach(parts -> columns.add(Table.Column.number(parts[0], parts[1], parts[2])));
    columns.add(Table.Column.number("fails"));
    Table table = Table.of(VerdictText.noun(run), columns);
    for (VariantSummary variant : variants) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(variant.name())));
      cells.add(Cell.count(variant.trials().size()));
      shown.forEach(parts -> cells.add(number(variant, Metrics.get(parts[3]))));
      cells.add(Cell.count(variant.errors()));
      table.row(cells);
    }
    return table;
  }

  /** Returns six or seven characters: larger numbers have fewer decimals. */
  private static Cell number(VariantSummary variant, Metric metric) {
    double value = variant.mean(metric);
    int decimals = metric.count() && value == Math.rint(value) ? 0 : value < 100 ? 2 : 1;
    return Cell.of(value, value < 1000 ? decimals : 0);
  }
}
