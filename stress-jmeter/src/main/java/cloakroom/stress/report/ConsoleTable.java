package cloakroom.stress.report;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Density;
import cloakroom.stress.document.Tone;
import cloakroom.stress.judge.Differences;
import cloakroom.stress.judge.Metric;
import cloakroom.stress.judge.Metrics;
import cloakroom.stress.judge.RunSummary;
import cloakroom.stress.judge.VariantSummary;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints a run for the console: verdict and audit, then the tables, which have one line a variant
 * (n is the number of its trials, whose figures are averaged) and no end below them.
 */
final class ConsoleTable {
  private static final int EXPLAINED = 12;

  /** Columns of the smallest terminal. */
  private static final int TERMINAL = 80;

  /** Two lines of heading, the unit, and the figure below them. */
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
    List<String> lines = new ArrayList<>(lines(run, words(run)));
    lines.add("");
    lines.addAll(tables(run));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  private static List<String> lines(RunSummary run, Blocks blocks) {
    return run.config().counted()
        ? ConsoleRenderer.lines(blocks.list(), TERMINAL)
        : ConsoleRenderer.lines(blocks.list());
  }

  static List<String> tables(RunSummary run) {
    if (run.config().counted()) {
      return lines(run, new Blocks().table(CountPage.of(run).console()));
    }
    List<VariantSummary> variants = VariantSummary.of(run);
    Blocks blocks = new Blocks().table(figures(run, variants)).table(CostSection.table(variants));
    return lines(run, blocks);
  }

  private static Blocks words(RunSummary run) {
    Blocks words = new Blocks();
    legend(run).forEach(words::say);
    if (run.config().counted()) {
      CountPage.of(run).sentences().forEach(words::say);
    } else {
      Headline.of(run).forEach(words::say);
      Headline.bill(run).forEach(words::say);
    }
    words.list(MatrixSections.shown(run) ? Headline.matrix(run) : List.of());
    words.say(
        "%s, %d of %d requests %s"
            .formatted(
                VerdictText.audit(run), run.errors(), run.requests(), VerdictText.failures(run)));
    VerdictText.failedChecks(run).forEach(line -> words.say(Tone.BAD, line));
    VerdictText.errors(run.trials()).ifPresent(line -> words.say("failed " + line));
    VerdictText.limits(run).list().forEach(words::add);
    return words;
  }

  /** What the names of variants stand for, while there are not too many. */
  private static List<String> legend(RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    return VerdictText.noun(run).equals("policy") || variants.size() > EXPLAINED
        ? List.of()
        : variants.stream().map(v -> v.name() + ": " + Differences.describe(v, variants)).toList();
  }

  private static Table figures(RunSummary run, List<VariantSummary> variants) {
    List<String[]> shown = COLUMNS.lines().map(line -> line.split("\\s*\\|\\s*", -1)).toList();
    List<Column> columns = new ArrayList<>(List.of(Column.number("n")));
    shown.forEach(parts -> columns.add(Column.number(parts[0], parts[1], parts[2])));
    columns.add(Column.number("fails"));
    Table table = Table.of(Density.PLAIN, Column.of(VerdictText.noun(run)), columns);
    for (VariantSummary variant : variants) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(variant.name())));
      cells.add(Cell.count(variant.trials().size()));
      shown.forEach(parts -> cells.add(number(variant, Metrics.get(parts[3]))));
      cells.add(Cell.count(variant.errors()));
      table.row(cells);
    }
    return table;
  }

  /** At most six or seven characters: fewer decimals for larger numbers. */
  private static Cell number(VariantSummary variant, Metric metric) {
    double value = variant.mean(metric);
    int decimals = metric.count() && value == Math.rint(value) ? 0 : value < 100 ? 2 : 1;
    return Cell.of(value, value < 1000 ? decimals : 0);
  }
}
