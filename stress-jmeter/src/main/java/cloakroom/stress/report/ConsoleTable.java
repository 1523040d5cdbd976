package cloakroom.stress.report;

import cloakroom.contract.StateKind;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.ConsoleRenderer;
import cloakroom.stress.document.Table;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.Look;
import cloakroom.stress.measure.Comparison;
import cloakroom.stress.measure.Comparison.ComparedMetric;
import cloakroom.stress.measure.Differences;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.VariantSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prints a run for the console: verdict and audit, then the tables, which have one line a variant
 * (n is the number of its trials, whose figures are averaged) and no end below them.
 */
public final class ConsoleTable {
  static final String LEGEND =
      "percent k kept, l lost, x leaked to another user, r refused; + and others; a word: all of"
          + " them";

  private static final int EXPLAINED = 12;

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

  /** Prints the verdict, the audit line and last of all the tables. */
  public static void print(RunSummary run, Appendable out) {
    List<String> lines = new ArrayList<>(ConsoleRenderer.lines(words(run).list()));
    lines.add("");
    lines.addAll(tables(run));
    print(lines, out);
  }

  private static void print(List<String> lines, Appendable out) {
    try {
      for (String line : lines) {
        out.append(line).append(System.lineSeparator());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Prints what differs between two variants of a run, and how they compare. */
  public static void printPair(RunSummary run, String a, String b, Appendable out) {
    run.requireVariant("--pair", a);
    run.requireVariant("--pair", b);
    VariantSummary one = VariantSummary.of(run, a);
    VariantSummary other = VariantSummary.of(run, b);
    Table table = Table.of("figure", "#" + a, "#" + b, "#ratio [95 % interval]", "verdict");
    for (ComparedMetric metric : ComparedMetric.values()) {
      Optional<Comparison> told = run.comparison(a, b, metric.key());
      Comparison comparison =
          told.or(() -> run.comparison(b, a, metric.key()))
              .orElseThrow(
                  () -> new RunFolderException("--pair: name two variants, not one twice"));
      table.row(
          Cell.of(metric.key()),
          Figures.mean(one, Metrics.named(metric.key()).orElseThrow()),
          Figures.mean(other, Metrics.named(metric.key()).orElseThrow()),
          told.map(Figures::interval).orElseGet(() -> Figures.turned(comparison)),
          Cell.of(Words.plain(comparison)));
    }
    Blocks blocks =
        new Blocks().say("%s against %s: %s".formatted(a, b, Differences.between(one, other)));
    print(ConsoleRenderer.lines(blocks.table(table).list()), out);
  }

  static List<String> tables(RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    Blocks blocks = new Blocks().table(figures(run, variants));
    blocks.table(CostSection.table(variants));
    if (Probed.shown(run)) {
      blocks.table(matrix(run, variants));
    }
    List<String> lines = new ArrayList<>(ConsoleRenderer.lines(blocks.list()));
    if (Probed.shown(run)) {
      lines.set(lines.size() - 1, LEGEND);
    }
    return lines;
  }

  private static Blocks words(RunSummary run) {
    Blocks words = new Blocks();
    legend(run).forEach(words::say);
    Headline.of(run).forEach(words::say);
    Headline.bill(run).forEach(words::say);
    words.say(
        "%s, %d of %d requests %s"
            .formatted(Words.audit(run), run.errors(), run.requests(), Words.failures(run)));
    Words.errors(run.trials()).ifPresent(line -> words.say("failed " + line));
    Words.limits(run).list().forEach(words::add);
    return words;
  }

  /** What the names of variants stand for, while there are not too many. */
  private static List<String> legend(RunSummary run) {
    List<VariantSummary> variants = VariantSummary.of(run);
    return Words.noun(run).equals("policy") || variants.size() > EXPLAINED
        ? List.of()
        : variants.stream().map(v -> v.name() + ": " + Differences.describe(v, variants)).toList();
  }

  private static Table figures(RunSummary run, List<VariantSummary> variants) {
    List<String[]> shown = COLUMNS.lines().map(line -> line.split("\\s*\\|\\s*", -1)).toList();
    List<Column> columns = new ArrayList<>(List.of(Column.number("n")));
    shown.forEach(parts -> columns.add(Column.number(parts[0], parts[1], parts[2])));
    columns.add(Column.number("fails"));
    Table table = Table.of(Look.PLAIN, Column.of(Words.noun(run)), columns);
    for (VariantSummary variant : variants) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(variant.name())));
      cells.add(Cell.count(variant.trials().size()));
      shown.forEach(parts -> cells.add(number(variant, Metrics.named(parts[3]).orElseThrow())));
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

  /** Two words of a kind stand one below the other; a single one stands below. */
  private static Table matrix(RunSummary run, List<VariantSummary> variants) {
    List<StateKind> kinds = Probed.kinds(run);
    Metric cost = Metrics.named("cleanings.microsEach").orElseThrow();
    boolean costs = Figures.known(cost, variants);
    List<Column> columns = new ArrayList<>();
    for (StateKind kind : kinds) {
      int space = kind.label().indexOf(' ');
      String over = space < 0 ? "" : kind.label().substring(0, space);
      columns.add(Column.number(over, kind.label().substring(space + 1), ""));
    }
    if (costs) {
      columns.add(Column.number("hygiene", "µs each", ""));
    }
    Table table = Table.of(Look.PLAIN, Column.of(Words.noun(run)), columns);
    for (VariantSummary variant : variants) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(variant.name())));
      kinds.forEach(kind -> cells.add(Probed.cell(variant, kind)));
      if (costs) {
        cells.add(Figures.mean(variant, cost));
      }
      table.row(cells);
    }
    return table;
  }
}
