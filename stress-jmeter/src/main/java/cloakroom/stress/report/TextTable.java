package cloakroom.stress.report;

import java.util.ArrayList;
import java.util.List;

/** Aligns columns of text: the first to the left, all others to the right. */
final class TextTable {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private int headings;

  void heading(List<String> cells) {
    rows.add(List.copyOf(cells));
    headings++;
  }

  void row(List<String> cells) {
    rows.add(List.copyOf(cells));
  }

  /** The lines, with a rule below the headings. */
  List<String> lines() {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      lines.add(line(rows.get(i), widths));
      if (i == headings - 1) {
        lines.add("-".repeat(lines.get(0).length()));
      }
    }
    return lines.stream().map(String::stripTrailing).toList();
  }

  private int[] widths() {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    return widths;
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? cells.get(i) + padding : GAP + padding + cells.get(i));
    }
    return line.toString();
  }
}
