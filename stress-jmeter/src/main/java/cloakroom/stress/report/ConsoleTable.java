package cloakroom.stress.report;

import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.Metrics;
import cloakroom.stress.measure.PolicySummary;
import cloakroom.stress.measure.RunSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Prints a run as a table of at most 120 columns, one line a policy, verdict and audit below. */
public final class ConsoleTable {
  private static final int NAME = 22;

  private static final List<Column> COLUMNS =
      List.of(
          new Column("", "requests", "", "requests"),
          new Column("", "req/s", "", "throughputPerSecond"),
          new Column("response", "mean", "ms", "response.mean"),
          new Column("", "p95", "ms", "response.p95"),
          new Column("service", "mean", "ms", "service.mean"),
          new Column("", "p95", "ms", "service.p95"),
          new Column("tier", "mean", "ms", "tier.mean"),
          new Column("", "p95", "ms", "tier.p95"),
          new Column("connections", "mean", "", "connections.meanInUse"),
          new Column("", "in DB", "", "connections.databaseMax"),
          new Column("snapshot", "writes", "", "passivations.snapshotWrites"));

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
      lines.addAll(table(run).lines());
      lines.add("");
    }
    lines.addAll(Words.headline(run));
    lines.add(Words.audit(run));
    return lines;
  }

  private static TextTable table(RunSummary run) {
    TextTable table = new TextTable();
    table.heading(heading("", COLUMNS.stream().map(Column::over).toList(), ""));
    table.heading(heading("policy", COLUMNS.stream().map(Column::heading).toList(), "failed"));
    table.heading(heading("(trials)", COLUMNS.stream().map(Column::unit).toList(), ""));
    PolicySummary.of(run).forEach(policy -> table.row(row(policy)));
    return table;
  }

  private static List<String> heading(String first, List<String> middle, String last) {
    List<String> cells = new ArrayList<>(middle);
    cells.add(0, first);
    cells.add(last);
    return cells;
  }

  private static List<String> row(PolicySummary policy) {
    List<String> cells = new ArrayList<>();
    cells.add(shorten(policy.policy()) + " (" + policy.trials().size() + ")");
    for (Column column : COLUMNS) {
      cells.add(column.metric().format(policy.mean(column.metric())).replace(",", ""));
    }
    cells.add(Long.toString(policy.errors()));
    return cells;
  }

  private static String shorten(String policy) {
    String plain = policy.replaceAll("\\p{Cntrl}", "?");
    return plain.length() <= NAME ? plain : plain.substring(0, NAME - 3) + "...";
  }
}
