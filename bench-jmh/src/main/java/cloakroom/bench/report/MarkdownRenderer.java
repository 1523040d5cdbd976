package cloakroom.bench.report;

import cloakroom.bench.report.Document.Bullets;
import cloakroom.bench.report.Document.Cell;
import cloakroom.bench.report.Document.Part;
import cloakroom.bench.report.Document.Section;
import cloakroom.bench.report.Document.Sentence;
import cloakroom.bench.report.Document.Table;
import cloakroom.bench.report.Document.Terms;
import cloakroom.bench.report.Document.Tone;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A document as Markdown with aligned columns, which a console shows as well as a page does. */
final class MarkdownRenderer {
  private static final int WIDTH = 116;

  /** A cell that is longer than this says a sentence, and does not make its column wider. */
  private static final int WIDEST = 46;

  private final List<String> lines = new ArrayList<>();

  private MarkdownRenderer() {}

  static String render(Document document) {
    MarkdownRenderer all = new MarkdownRenderer();
    all.block(List.of("# " + document.title()));
    all.block(wrapped(document.lead(), ""));
    document.alarms().forEach(alarm -> all.block(wrapped("**" + alarm + "**", "")));
    for (Section section : document.sections()) {
      all.block(List.of("## " + section.title()));
      section.parts().forEach(all::part);
    }
    return String.join(System.lineSeparator(), all.lines) + System.lineSeparator();
  }

  private void block(List<String> block) {
    lines.add("");
    lines.addAll(block);
  }

  private void part(Part part) {
    if (part instanceof Sentence sentence) {
      block(wrapped(sentence.words(), ""));
    } else if (part instanceof Bullets bullets) {
      block(bullets.lines().stream().flatMap(line -> wrapped("- " + line, "  ").stream()).toList());
    } else if (part instanceof Table table) {
      if (!table.title().isEmpty()) {
        block(List.of("### " + table.title()));
      }
      block(rows(table));
    } else if (part instanceof Terms terms) {
      for (int i = 0; i < terms.wordsAndMeanings().size(); i += 2) {
        List<String> pair = terms.wordsAndMeanings().subList(i, i + 2);
        block(wrapped("**" + pair.get(0) + "**: " + pair.get(1), ""));
      }
    }
  }

  private static List<String> rows(Table table) {
    int[] widths =
        IntStream.range(0, table.heading().size()).map(column -> width(table, column)).toArray();
    List<String> rows = new ArrayList<>();
    rows.add(row(table.heading(), widths));
    StringBuilder line = new StringBuilder("|");
    for (int column = 0; column < widths.length; column++) {
      boolean number = table.heading().get(column).tone() == Tone.NUMBER;
      line.append("-".repeat(widths[column] + 1)).append(number ? ":|" : "-|");
    }
    rows.add(line.toString());
    table.rows().forEach(cells -> rows.add(row(cells, widths)));
    return rows;
  }

  private static int width(Table table, int column) {
    return IntStream.concat(
            IntStream.of(table.heading().get(column).text().length()),
            table.rows().stream().mapToInt(row -> row.get(column).text().length()))
        .filter(length -> length <= WIDEST)
        .max()
        .orElse(WIDEST);
  }

  private static String row(List<Cell> cells, int[] widths) {
    StringBuilder row = new StringBuilder("|");
    for (int column = 0; column < widths.length; column++) {
      Cell cell = cells.get(column);
      String text = cell.text().replace("|", "\\|");
      String blanks = " ".repeat(Math.max(0, widths[column] - text.length()));
      boolean right = cell.tone() == Tone.NUMBER;
      row.append(' ').append(right ? blanks + text : text + blanks).append(" |");
    }
    return row.toString();
  }

  /** Broken at blanks where there are some; at least one line. */
  private static List<String> wrapped(String text, String indent) {
    List<String> broken = new ArrayList<>();
    String rest = text.strip();
    while (rest.length() > WIDTH) {
      int blank = rest.lastIndexOf(' ', WIDTH);
      int end = blank > indent.length() ? blank : WIDTH;
      broken.add(rest.substring(0, end));
      rest = indent + rest.substring(end).strip();
    }
    broken.add(rest);
    return broken;
  }
}
