package cloakroom.stress.document;

import cloakroom.stress.document.Block.Bullets;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Block.Sentence;
import cloakroom.stress.document.Block.Tabled;
import cloakroom.stress.document.Cell.Figure;
import cloakroom.stress.document.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Prints sentences and tables as lines of at most 100 columns. Names too long for that are cut in
 * the middle, as they differ at both ends; where that is not enough the lines get longer.
 */
public final class ConsoleRenderer {
  private static final int SHORTEST_NAME = 12;
  private static final int USUAL_NAME = 20;
  private static final int LONGEST_NAME = 60;
  private static final int WIDTH = 100;
  private static final String GAP = "  ";

  private ConsoleRenderer() {}

  /** A document with its titles; what a page folds or draws is left out. */
  public static String print(Document document) {
    List<String> lines = new ArrayList<>(List.of("", plain(document.title())));
    wrap(document.subtitle(), WIDTH, lines);
    lines.addAll(lines(document.blocks()));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  public static List<String> lines(List<Block> blocks) {
    return lines(blocks, WIDTH);
  }

  /** Returns the same lines with another maximum of columns. */
  public static List<String> lines(List<Block> blocks, int width) {
    List<String> lines = new ArrayList<>();
    for (Block block : blocks) {
      if (block instanceof Tabled tabled) {
        lines.addAll(fit(tabled.table(), width));
        lines.add("");
      } else if (block instanceof Sentence sentence) {
        wrap(sentence.text(), width, lines);
      } else if (block instanceof Bullets bullets) {
        bullets.items().forEach(item -> wrap("- " + item.text(), width, lines));
      } else if (block instanceof Section section) {
        List<String> inside = lines(section.blocks(), width);
        if (!inside.isEmpty()) {
          lines.addAll(List.of("", plain(section.title())));
          lines.addAll(inside);
        }
      }
    }
    return lines;
  }

  private static void wrap(String sentence, int width, List<String> lines) {
    String rest = plain(sentence);
    while (rest.length() > width) {
      int space = rest.lastIndexOf(' ', width);
      int end = space > 2 ? space : width;
      lines.add(rest.substring(0, end));
      rest = "  " + rest.substring(end).stripLeading();
    }
    lines.add(rest);
  }

  private static List<String> fit(Table table, int width) {
    for (int name = LONGEST_NAME; name >= SHORTEST_NAME; name--) {
      List<String> lines = lines(table, name);
      if (lines.stream().allMatch(line -> line.length() <= width)) {
        return lines;
      }
    }
    return lines(table, USUAL_NAME); // no name is short enough
  }

  /** Columns of text: the first to the left, all others to the right; a rule below the heading. */
  private static List<String> lines(Table table, int nameWidth) {
    List<List<String>> rows = new ArrayList<>();
    heading(rows, table, Column::over);
    heading(rows, table, Column::name);
    heading(rows, table, Column::unit);
    int headings = rows.size();
    for (Table.TableRow row : table.rows()) {
      List<String> cells = new ArrayList<>(row.cells().stream().map(c -> plain(text(c))).toList());
      cells.set(0, shorten(cells.get(0), nameWidth));
      rows.add(cells);
    }
    int[] widths = widths(rows);
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add(line(row, widths)));
    lines.add(headings, "-".repeat(lines.get(0).length()));
    return lines.stream().map(String::stripTrailing).toList();
  }

  private static void heading(List<List<String>> rows, Table table, Function<Column, String> part) {
    List<String> cells = table.columns().stream().map(part).toList();
    if (cells.stream().anyMatch(cell -> !cell.isEmpty())) {
      rows.add(cells);
    }
  }

  private static int[] widths(List<List<String>> rows) {
    return IntStream.range(0, rows.get(0).size())
        .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
        .toArray();
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - cells.get(i).length());
      line.append(i == 0 ? cells.get(i) + padding : GAP + padding + cells.get(i));
    }
    return line.toString();
  }

  /** Numbers without a separator. */
  private static String text(Cell cell) {
    return cell.content() instanceof Figure number ? number.text("%.") : cell.text();
  }

  static String shorten(String name, int width) {
    if (name.length() <= width) {
      return name;
    }
    int tail = (width - 3) / 2;
    return name.substring(0, width - 3 - tail) + "..." + name.substring(name.length() - tail);
  }

  private static String plain(String text) {
    return text.replaceAll("\\p{Cntrl}", "?");
  }
}
