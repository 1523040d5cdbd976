package cloakroom.stress.document;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Renderer of a document as plain text for the console. Long row names lose their middle part. */
public final class ConsoleRenderer {
  private static final int MIN_NAME = 12;
  private static final int DEFAULT_NAME = 20;
  private static final int MAX_NAME = 60;
  private static final int WIDTH = 100;
  private static final String GAP = "  ";

  private ConsoleRenderer() {}

  /** Returns the document as text. Charts and collapsible sections are left out. */
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
        lines.addAll(inside.isEmpty() ? List.of() : List.of("", plain(section.title())));
        lines.addAll(inside);
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

  private static List<String> lines(Table table, int nameWidth) {
    List<List<String>> rows = new ArrayList<>();
    Stream.<Function<Table.Column, String>>of(
            Table.Column::over, Table.Column::name, Table.Column::unit)
        .map(part -> table.columns().stream().map(part).toList())
        .filter(cells -> cells.stream().anyMatch(cell -> !cell.isEmpty()))
        .forEach(rows::add);
    int headings = rows.size();
    for (Table.TableRow row : table.rows()) {
      List<String> cells = new ArrayList<>(row.cells().stream().map(c -> plain(text(c))).toList());
      cells.set(0, shorten(cells.get(0), nameWidth));
      rows.add(cells);
    }
    int[] widths =
        IntStream.range(0, table.columns().size())
            .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
            .toArray();
    List<String> lines = new ArrayList<>();
    for (List<String> cells : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        String padding = " ".repeat(widths[i] - cells.get(i).length());
        line.append(i == 0 ? cells.get(i) + padding : GAP + padding + cells.get(i));
      }
      lines.add(line.toString());
    }
    lines.add(headings, "-".repeat(lines.get(0).length()));
    return lines.stream().map(String::stripTrailing).toList();
  }

  /** Returns a cell's text. Numbers have no thousands separators, so that tools can parse them. */
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
