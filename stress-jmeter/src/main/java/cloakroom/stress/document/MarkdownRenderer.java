package cloakroom.stress.document;

import cloakroom.stress.document.Block.Bullets;
import cloakroom.stress.document.Block.Fold;
import cloakroom.stress.document.Block.Section;
import cloakroom.stress.document.Block.Sentence;
import cloakroom.stress.document.Block.Tabled;
import cloakroom.stress.document.Table.Column;
import cloakroom.stress.document.Table.TableRow;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints a document in Markdown, for a wiki, a pull request or a mail: everything stands open. */
public final class MarkdownRenderer {
  private final StringBuilder text = new StringBuilder();

  private MarkdownRenderer() {}

  public static String print(Document document) {
    MarkdownRenderer renderer = new MarkdownRenderer();
    renderer.line("# Cloakroom: " + escape(document.title()));
    if (!document.subtitle().isEmpty()) {
      renderer.line(escape(document.subtitle()));
    }
    renderer.blocks(document.blocks(), 2);
    return renderer.text.toString();
  }

  private void blocks(List<Block> blocks, int level) {
    blocks.forEach(block -> block(block, level));
  }

  private void block(Block block, int level) {
    if (block instanceof Sentence sentence) {
      String words = escape(sentence.text());
      line(sentence.tone() == Tone.HEADLINE ? "**" + words + "**" : words);
    } else if (block instanceof Bullets bullets) {
      bullets.items().forEach(this::item);
    } else if (block instanceof Tabled tabled) {
      table(tabled.table());
    } else if (block instanceof Fold fold) {
      titled(fold.title(), fold.blocks(), level);
    } else if (block instanceof Section section && section.tone() == Tone.PLAIN) {
      titled(section.title(), section.blocks(), level);
    } else if (block instanceof Section verdict) {
      blocks(verdict.blocks(), level);
    }
  }

  private void titled(String title, List<Block> blocks, int level) {
    int before = text.length();
    line("#".repeat(level) + " " + escape(title));
    int titled = text.length();
    blocks(blocks, level + 1);
    if (text.length() == titled) {
      text.setLength(before); // nothing of it is for a text
    }
  }

  private void item(Block.ListItem item) {
    line("- " + escape(item.label().isEmpty() ? item.text() : item.label() + ": " + item.text()));
  }

  private void table(Table table) {
    row(table.columns().stream().map(Column::heading).toList());
    row(table.columns().stream().map(column -> "---").toList());
    table.rows().forEach(row -> row(cells(row)));
    text.append('\n');
  }

  private static List<String> cells(TableRow row) {
    List<String> cells = new ArrayList<>(row.cells().stream().map(Cell::text).toList());
    if (!row.group().isEmpty()) {
      cells.set(0, row.group() + ": " + cells.get(0));
    }
    return cells;
  }

  private void row(List<String> cells) {
    text.append(
        cells.stream()
            .map(MarkdownRenderer::escape)
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private void line(String line) {
    text.append(line).append("\n\n");
  }

  /** Keeps a name from becoming markup: HTML, a cell's end, or a line of its own. */
  private static String escape(String cell) {
    return cell.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|")
        .replaceAll("[\\r\\n]+", " ");
  }
}
