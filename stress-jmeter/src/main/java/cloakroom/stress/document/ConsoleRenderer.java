package cloakroom.stress.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Printer of sentences and tables as lines; long names of rows are shortened in the middle. */
public final class ConsoleRenderer {
  private static final int MIN_NAME = 12;
  private static final int DEFAULT_NAME = 20;
  private static final int MAX_NAME = 60;
  private static final int WIDTH = 100;
  private static final String GAP = "  ";

  private ConsoleRenderer() {}

  /** Returns a document with its titles, without folds and charts. */
  public static String print(Document document) {
    List<String> lines = new ArrayList<>(List.of("", plain(document.title())));
    wrap(document.subtitle(), WIDTH, lines);
    lines.addAll(lines(document.blocks(), WIDTH));
    return String.join(System.lineSeparator(), lines) + System.lineSeparator();
  }

  public static List<String> lines(List<Block> blocks, int width) {
    List<String> lines = new ArrayList<>();
    for (Block block : blocks) {
      if (block instanceof Block.Tabled tabled) {
        lines.addAll(fit(tabled.table(), width));
        lines.add("");
      } else if (block instanceof Block.Sentence sentence) {
        wrap(sentence.text(), width, lines);
      } else if (block instanceof Block.Bullets bullets) {
        bullets.items().forEach(item -> wrap("- " + item.text(), width, lines));
      } else if (block instanceof Block.Section section) {
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
    for (int name = MAX_NAME; name >= MIN_NAME; name--) {
      List<String> lines = lines(table, name);
      if (lines.stream().allMatch(line -> line.length() <= width)) {
        return lines;
      }
    }
    return lines(table, DEFAULT_NAME); // no name is short enough
  }

  /** Returns columns: the first left-aligned, the others right-aligned. */
  private static List<String> lines(Table table, int nameWidth) {
    List<List<String>> rows = new ArrayList<>();
    heading(rows, table, Table.Column::over);
    heading(rows, table, Table.Column::name);
    heading(rows, table, Table.Column::unit);
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

  private static void heading(
      List<List<String>> rows, Table table, Function<Table.Column, String> part) {
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

  /** Returns numbers without thousands separators, which tools can parse. */
  private static String text(Cell cell) {
    return cell.content() instanceof Cell.Figure number ? number.text("%.") : cell.text();
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
