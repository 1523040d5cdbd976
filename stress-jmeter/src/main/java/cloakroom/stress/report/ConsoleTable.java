package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.VariantSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Prints a run as a table of at most 120 columns, one line a variant (n is the number of its
 * trials, whose figures are averaged), verdict and audit below.
 */
public final class ConsoleTable {
  private static final int SHORTEST_NAME = 20;
  private static final int LONGEST_NAME = 60;
  private static final int WIDTH = 120;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("", "req/s", "", "throughputPerSecond"),
          new Column("response", "mean", "ms", "response.mean"),
          new Column("", "p95", "ms", "response.p95"),
          new Column("service", "mean", "ms", "service.mean"),
          new Column("", "p95", "ms", "service.p95"),
          new Column("tier", "mean", "ms", "tier.mean"),
          new Column("", "p95", "ms", "tier.p95"),
          new Column("conn.", "mean", "", "connections.meanInUse"),
          new Column("", "in DB", "", "connections.databaseMax"),
          new Column("snaps", "written", "", "passivations.snapshotWrites"));

  private ConsoleTable() {}

  /** Two lines of heading, the unit, and the figure below them. */
  private record Column(String over, String heading, String unit, String name) {
    Metric metric() {
      return Metrics.named(name).orElseThrow();
    }
  }

  /** Prints the table, the verdict and the audit line. */
  public static void print(RunSummary run, Appendable out) {
    try {
      for (String line : lines(run)) {
        out.append(line).append(System.lineSeparator());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> lines(RunSummary run) {
    List<String> lines = new ArrayList<>();
    if (!run.trials().isEmpty()) {
      lines.addAll(fit(width -> table(run, width)));
      lines.add("");
    }
    lines.addAll(ConsoleMatrix.lines(new Matrix(run)));
    Words.headline(run).forEach(sentence -> wrap(sentence, lines));
    lines.add(Words.audit(run) + ", " + failures(run));
    ErrorWords.line(run).ifPresent(line -> wrap("failed " + line, lines));
    return lines;
  }

  private static String failures(RunSummary run) {
    long requests = run.trials().stream().mapToLong(trial -> trial.load().requests()).sum();
    return "%d of %d requests %s".formatted(run.errors(), requests, Words.failures(run));
  }

  private static void wrap(String sentence, List<String> lines) {
    String rest = sentence.replaceAll("\\p{Cntrl}", "?");
    while (rest.length() > WIDTH) {
      int space = rest.lastIndexOf(' ', WIDTH);
      int end = space > 2 ? space : WIDTH;
      lines.add(rest.substring(0, end));
      rest = "  " + rest.substring(end).stripLeading();
    }
    lines.add(rest);
  }

  /** The table with its names as long as its width allows. */
  static List<String> fit(IntFunction<TextTable> table) {
    for (int width = LONGEST_NAME; width > SHORTEST_NAME; width--) {
      List<String> lines = table.apply(width).lines();
      if (lines.stream().allMatch(line -> line.length() <= WIDTH)) {
        return lines;
      }
    }
    return table.apply(SHORTEST_NAME).lines();
  }

  private static TextTable table(RunSummary run, int width) {
    TextTable table = new TextTable();
    table.heading(heading("", "", COLUMNS.stream().map(Column::over).toList(), ""));
    table.heading(
        heading(Words.noun(run), "n", COLUMNS.stream().map(Column::heading).toList(), "failed"));
    table.heading(heading("", "", COLUMNS.stream().map(Column::unit).toList(), ""));
    VariantSummary.of(run).forEach(variant -> table.row(row(variant, width)));
    return table;
  }

  private static List<String> heading(
      String first, String second, List<String> middle, String last) {
    List<String> cells = new ArrayList<>(middle);
    cells.add(0, first);
    cells.add(1, second);
    cells.add(last);
    return cells;
  }

  private static List<String> row(VariantSummary variant, int width) {
    List<String> cells = new ArrayList<>();
    cells.add(shorten(variant.name(), width));
    cells.add(Integer.toString(variant.trials().size()));
    for (Column column : COLUMNS) {
      cells.add(number(column.metric(), variant.mean(column.metric())));
    }
    cells.add(Long.toString(variant.errors()));
    return cells;
  }

  /** At most six or seven characters: fewer decimals for larger numbers. */
  private static String number(Metric metric, double value) {
    int decimals = metric.count() && value == Math.rint(value) ? 0 : value < 100 ? 2 : 1;
    return String.format(Locale.ROOT, "%." + (value < 1000 ? decimals : 0) + "f", value);
  }

  /** At most so many characters, cut in the middle: variants differ at both ends. */
  static String shorten(String name, int width) {
    String plain = name.replaceAll("\\p{Cntrl}", "?");
    if (plain.length() <= width) {
      return plain;
    }
    int tail = (width - 3) / 2;
    return plain.substring(0, width - 3 - tail) + "..." + plain.substring(plain.length() - tail);
  }
}
