package cloakroom.stress.report;

import cloakroom.platform.Resources;
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

/** Console output of a run's result: verdict, consistency checks, then one line per variant. */
final class ConsoleTable {
  private static final List<List<String>> COLUMNS =
      Resources.rows("cloakroom/stress/report/console.txt");

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
    String failed = ", %d of %d requests ".formatted(run.errors(), run.requests());
    blocks.say(VerdictText.audit(run) + failed + VerdictText.failures(run));
    VerdictText.failedChecks(run).forEach(line -> blocks.say(Tone.BAD, line));
    VerdictText.errors(run.trials()).ifPresent(line -> blocks.say("failed " + line));
    VerdictText.limits(run).list().forEach(blocks::add);
    return blocks;
  }

  private static Table metrics(RunSummary run, List<VariantSummary> variants) {
    List<Table.Column> columns = new ArrayList<>(List.of(Table.Column.number("n")));
    COLUMNS.forEach(row -> columns.add(Table.Column.number(row.get(0), row.get(1), row.get(2))));
    columns.add(Table.Column.number("fails"));
    Table table = Table.of(VerdictText.noun(run), columns);
    for (VariantSummary variant : variants) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(variant.name())));
      cells.add(Cell.count(variant.trials().size()));
      for (List<String> row : COLUMNS) {
        Metric metric = Metrics.get(row.get(3));
        double value = variant.mean(metric);
        int decimals = metric.count() && value == Math.rint(value) ? 0 : value < 100 ? 2 : 1;
        cells.add(Cell.of(value, value < 1000 ? decimals : 0));
      }
      cells.add(Cell.count(variant.errors()));
      table.row(cells);
    }
    return table;
  }
}
