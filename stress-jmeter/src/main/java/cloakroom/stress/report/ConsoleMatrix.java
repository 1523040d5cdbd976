package cloakroom.stress.report;

import cloakroom.stress.measure.Fate;
import cloakroom.stress.measure.Fates;
import cloakroom.stress.measure.Metric;
import cloakroom.stress.measure.StateKind;
import cloakroom.stress.measure.VariantSummary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The matrix for a console of 120 columns: a word for what happened to all, percents otherwise. */
final class ConsoleMatrix {
  static final String LEGEND =
      "percent k kept, l lost, x leaked to another user, r refused; + and others; a word: all of"
          + " them";

  private ConsoleMatrix() {}

  /** The lines, with an empty one behind them; none when there is no matrix to show. */
  static List<String> lines(Matrix matrix) {
    if (!matrix.shown()) {
      return List.of();
    }
    List<String> lines = new ArrayList<>(ConsoleTable.fit(width -> table(matrix, width)));
    lines.add(LEGEND);
    lines.add("");
    return lines;
  }

  private static TextTable table(Matrix matrix, int width) {
    TextTable table = new TextTable();
    table.heading(heading(matrix, 0));
    table.heading(heading(matrix, 1));
    matrix.variants().forEach(variant -> table.row(row(matrix, variant, width)));
    return table;
  }

  /** Two words, one below the other; a single one stands below. */
  private static List<String> heading(Matrix matrix, int line) {
    List<String> cells = new ArrayList<>(List.of(line == 0 ? "" : Words.noun(matrix.run())));
    for (StateKind kind : matrix.kinds()) {
      int space = kind.label().indexOf(' ');
      String first = space < 0 ? "" : kind.label().substring(0, space);
      cells.add(line == 0 ? first : kind.label().substring(space + 1));
    }
    cost(matrix).forEach(metric -> cells.add(line == 0 ? "hygiene" : "µs each"));
    return cells;
  }

  private static List<String> row(Matrix matrix, VariantSummary variant, int width) {
    List<String> cells = new ArrayList<>(List.of(ConsoleTable.shorten(variant.name(), width)));
    matrix.kinds().forEach(kind -> cells.add(cell(variant.stateKinds().of(kind))));
    cost(matrix).forEach(metric -> cells.add(new Figures(variant).mean(metric)));
    return cells;
  }

  private static List<Metric> cost(Matrix matrix) {
    return matrix.costs().stream().filter(m -> m.name().equals("cleanings.microsEach")).toList();
  }

  /** "kept", or "83k 17x" for the two that matter most, with a plus when there are more. */
  static String cell(Fates fates) {
    List<Fate> seen =
        Arrays.stream(Fate.values())
            .filter(fate -> fates.of(fate) > 0)
            .sorted(Comparator.comparing(fates::of).reversed())
            .toList();
    return switch (seen.size()) {
      case 0 -> "-";
      case 1 -> seen.get(0).key();
      case 2 -> two(percent(fates, seen.get(0)), seen);
      default -> many(fates, seen);
    };
  }

  private static String two(long percent, List<Fate> seen) {
    return part(percent, seen.get(0)) + " " + part(100 - percent, seen.get(1));
  }

  /** A leak is shown however seldom it was. */
  private static String many(Fates fates, List<Fate> seen) {
    boolean leak = seen.indexOf(Fate.LEAKED) > 1;
    Fate second = leak ? Fate.LEAKED : seen.get(1);
    return part(percent(fates, seen.get(0)), seen.get(0))
        + " "
        + part(percent(fates, second), second)
        + "+";
  }

  /** From 1 to 99: what is seldom is not nothing, and what is frequent is not all. */
  private static long percent(Fates fates, Fate fate) {
    return Math.max(1, Math.min(99, Math.round(fates.share(fate) * 100)));
  }

  private static String part(long percent, Fate fate) {
    return percent + letter(fate);
  }

  private static String letter(Fate fate) {
    return switch (fate) {
      case KEPT -> "k";
      case LOST -> "l";
      case LEAKED -> "x";
      case REFUSED -> "r";
    };
  }
}
