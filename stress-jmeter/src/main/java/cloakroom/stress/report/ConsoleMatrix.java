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
import java.util.Locale;

/** The matrix for a console of 120 columns: a word for what happened to all, percents otherwise. */
final class ConsoleMatrix {
  static final String LEGEND =
      "percent k kept, l lost, x leaked to another user, r refused; + and others; a word: all of"
          + " them";
  private static final int NAME = 27;

  private ConsoleMatrix() {}

  /** The lines, with an empty one behind them; none when there is no matrix to show. */
  static List<String> lines(Matrix matrix) {
    if (!matrix.shown()) {
      return List.of();
    }
    TextTable table = new TextTable();
    table.heading(heading(matrix, 0));
    table.heading(heading(matrix, 1));
    matrix.variants().forEach(variant -> table.row(row(matrix, variant)));
    List<String> lines = new ArrayList<>(table.lines());
    lines.add(LEGEND);
    lines.add("");
    return lines;
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

  private static List<String> row(Matrix matrix, VariantSummary variant) {
    List<String> cells = new ArrayList<>(List.of(ConsoleTable.shorten(variant.name(), NAME)));
    matrix.kinds().forEach(kind -> cells.add(cell(variant.stateKinds().of(kind))));
    cost(matrix).forEach(metric -> cells.add(new Figures(variant).mean(metric)));
    return cells;
  }

  private static List<Metric> cost(Matrix matrix) {
    return matrix.costs().stream().filter(m -> m.name().equals("cleanings.microsEach")).toList();
  }

  /** "kept", or "83k 17x" for the two most frequent fates, with a plus when there are more. */
  static String cell(Fates fates) {
    List<Fate> seen =
        Arrays.stream(Fate.values())
            .filter(fate -> fates.of(fate) > 0)
            .sorted(Comparator.comparing(fates::of).reversed())
            .toList();
    return switch (seen.size()) {
      case 0 -> "-";
      case 1 -> seen.get(0).key();
      case 2 -> part(fates, seen.get(0)) + " " + part(fates, seen.get(1));
      default -> part(fates, seen.get(0)) + " " + part(fates, seen.get(1)) + "+";
    };
  }

  /** From 1 to 99: what is seldom is not nothing, and what is frequent is not all. */
  private static String part(Fates fates, Fate fate) {
    long percent = Math.max(1, Math.min(99, Math.round(fates.share(fate) * 100)));
    return String.format(Locale.ROOT, "%d%s", percent, letter(fate));
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
