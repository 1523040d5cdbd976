package cloakroom.stress.document;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Renderer of a document as plain text for the console. No line is longer than the width: long row
 * names lose their middle part, and columns that do not fit follow in a further table.
 */
public final class ConsoleRenderer {
  /** Width of output that does not go to a terminal. */
  public static final int DEFAULT_WIDTH = 100;

  static final String MORE_COLUMNS = "more columns of the same rows:";
  private static final int MIN_WIDTH = 40;
  private static final int MAX_WIDTH = 160;
  private static final int MIN_NAME = 12;
  private static final int DEFAULT_NAME = 20;
  private static final int MAX_NAME = 60;
  private static final String GAP = "  ";

  private ConsoleRenderer() {}

  /**
   * Returns the width for output: that of the environment variable COLUMNS, or of the terminal.
   * Returns {@code otherwise} if standard output is no terminal.
   */
  public static int width(int otherwise) {
    String columns = Objects.requireNonNullElse(System.getenv("COLUMNS"), "");
    return width(columns, columns.isBlank() ? sizeOfTerminal() : "", otherwise);
  }

  /**
   * Returns the width from the value of COLUMNS, or from rows and columns as {@code stty size}
   * prints them. Both may be empty or invalid.
   */
  static int width(String columns, String size, int otherwise) {
    String digits = (columns.isBlank() ? size.replaceFirst("^\\s*\\d+\\s", "") : columns).strip();
    int width = digits.matches("\\d{1,4}") ? Integer.parseInt(digits) : 0;
    return width == 0 ? otherwise : Math.max(MIN_WIDTH, Math.min(width, MAX_WIDTH));
  }

  /**
   * Returns rows and columns of the terminal. Empty if standard output, which {@code stty} gets as
   * its input, is none, or if there is no {@code stty}.
   */
  private static String sizeOfTerminal() {
    try {
      Process stty =
          new ProcessBuilder("sh", "-c", "exec stty size <&1 1>&2")
              .redirectInput(ProcessBuilder.Redirect.PIPE)
              .redirectOutput(ProcessBuilder.Redirect.INHERIT)
              .start();
      boolean ended = stty.waitFor(5, TimeUnit.SECONDS);
      boolean known = ended && stty.exitValue() == 0;
      String size = known ? new String(stty.getErrorStream().readAllBytes(), US_ASCII) : "";
      stty.destroy(); // which closes the streams
      return size;
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }

  /** Returns the document as text. Charts and collapsible sections are left out. */
  public static String print(Document document, int width) {
    List<String> lines = new ArrayList<>(List.of("", plain(document.title())));
    wrap(document.subtitle(), width, lines);
    lines.addAll(lines(document.blocks(), width));
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
      Grid grid = Grid.of(table, name, Integer.MAX_VALUE);
      List<Integer> all = Grid.columns(1, grid.widths.size());
      if (grid.width(all) <= width) {
        return grid.lines(all);
      }
    }
    // No name is short enough for one table.
    Grid grid = Grid.of(table, DEFAULT_NAME, width - DEFAULT_NAME - GAP.length());
    List<String> lines = new ArrayList<>();
    for (List<Integer> part : grid.parts(table, width)) {
      lines.addAll(lines.isEmpty() ? List.of() : List.of("", MORE_COLUMNS));
      lines.addAll(grid.lines(part));
    }
    return lines;
  }

  /** Texts of a table; the first rows are its headings. */
  private record Grid(List<List<String>> rows, int headings, List<Integer> widths) {
    /** Shortens row names and other texts. */
    static Grid of(Table table, int nameWidth, int textWidth) {
      List<List<String>> rows = new ArrayList<>();
      Stream.<Function<Table.Column, String>>of(
              Table.Column::over, Table.Column::name, Table.Column::unit)
          .map(part -> table.columns().stream().map(part).toList())
          .filter(cells -> cells.stream().anyMatch(cell -> !cell.isEmpty()))
          .forEach(rows::add);
      int headings = rows.size();
      table.rows().forEach(row -> rows.add(row.cells().stream().map(c -> plain(text(c))).toList()));
      rows.replaceAll(
          cells ->
              IntStream.range(0, cells.size())
                  .mapToObj(i -> shorten(cells.get(i), i == 0 ? nameWidth : textWidth))
                  .toList());
      return new Grid(
          rows,
          headings,
          IntStream.range(0, table.columns().size())
              .map(i -> rows.stream().mapToInt(row -> row.get(i).length()).max().orElse(0))
              .boxed()
              .toList());
    }

    private static List<Integer> columns(int from, int to) {
      return IntStream.range(from, to).boxed().toList();
    }

    /** Returns the width of a table with the first column and some others. */
    int width(List<Integer> columns) {
      return widths.get(0) + columns.stream().mapToInt(i -> GAP.length() + widths.get(i)).sum();
    }

    /**
     * Splits the columns so that each part fits. Columns below a common heading stay together, if
     * they fit.
     */
    List<List<Integer>> parts(Table table, int width) {
      List<List<Integer>> parts = new ArrayList<>();
      int first = 1;
      for (int i = 2; i < widths.size(); i++) {
        if (width(columns(first, i + 1)) > width) {
          int heading = i;
          while (heading > first && table.columns().get(heading).over().isEmpty()) {
            heading--;
          }
          boolean together = heading > first && width(columns(heading, i + 1)) <= width;
          int next = together ? heading : i;
          parts.add(columns(first, next));
          first = next;
        }
      }
      parts.add(columns(first, widths.size()));
      return parts;
    }

    List<String> lines(List<Integer> columns) {
      List<String> lines = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        List<String> cells = rows.get(row);
        StringBuilder line = new StringBuilder(cells.get(0)).append(padding(cells, 0));
        columns.forEach(i -> line.append(GAP).append(padding(cells, i)).append(cells.get(i)));
        lines.addAll(row == headings ? List.of("-".repeat(width(columns))) : List.of());
        lines.addAll(
            row < headings && line.toString().isBlank()
                ? List.of()
                : List.of(line.toString().stripTrailing()));
      }
      return lines;
    }

    private String padding(List<String> cells, int column) {
      return " ".repeat(widths.get(column) - cells.get(column).length());
    }
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
