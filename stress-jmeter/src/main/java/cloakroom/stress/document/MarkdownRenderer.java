package cloakroom.stress.document;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Renderer of a document as Markdown, for a wiki or a pull request. Prints collapsed sections. */
public final class MarkdownRenderer {
  private final StringBuilder out = new StringBuilder();

  private MarkdownRenderer() {}

  public static String print(Document document) {
    MarkdownRenderer renderer = new MarkdownRenderer();
    renderer.line("# Cloakroom: " + escape(document.title()));
    if (!document.subtitle().isEmpty()) {
      renderer.line(escape(document.subtitle()));
    }
    renderer.blocks(document.blocks(), 2);
    return renderer.out.toString();
  }

  private void blocks(List<Block> blocks, int level) {
    blocks.forEach(block -> block(block, level));
  }

  private void block(Block block, int level) {
    if (block instanceof Block.Sentence sentence) {
      String text = escape(sentence.text());
      line(sentence.tone() == Tone.HEADLINE ? "**" + text + "**" : text);
    } else if (block instanceof Block.Bullets bullets) {
      for (Block.ListItem item : bullets.items()) {
        String label = item.label().isEmpty() ? "" : item.label() + ": ";
        line("- " + escape(label + item.text()));
      }
    } else if (block instanceof Block.Tabled tabled) {
      table(tabled.table());
    } else if (block instanceof Block.Fold fold) {
      titled(fold.title(), fold.blocks(), level);
    } else if (block instanceof Block.Section section && section.tone() == Tone.PLAIN) {
      titled(section.title(), section.blocks(), level);
    } else if (block instanceof Block.Section verdict) {
      blocks(verdict.blocks(), level);
    }
  }

  private void titled(String title, List<Block> blocks, int level) {
    int before = out.length();
    line("#".repeat(level) + " " + escape(title));
    int titled = out.length();
    blocks(blocks, level + 1);
    if (out.length() == titled) {
      out.setLength(before); // all of it is for the page alone
    }
  }

  private void table(Table table) {
    row(table.columns().stream().map(Table.Column::heading).toList());
    row(table.columns().stream().map(column -> "---").toList());
    for (Table.TableRow row : table.rows()) {
      List<String> cells = new ArrayList<>(row.cells().stream().map(Cell::text).toList());
      cells.set(0, (row.group().isEmpty() ? "" : row.group() + ": ") + cells.get(0));
      row(cells);
    }
    out.append('\n');
  }

  private void row(List<String> cells) {
    out.append(
        cells.stream()
            .map(MarkdownRenderer::escape)
            .collect(Collectors.joining(" | ", "| ", " |\n")));
  }

  private void line(String line) {
    out.append(line).append("\n\n");
  }

  private static String escape(String cell) {
    return cell.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|")
        .replaceAll("[\\r\\n]+", " ");
  }
}
