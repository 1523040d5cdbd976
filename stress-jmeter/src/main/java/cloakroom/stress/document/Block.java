package cloakroom.stress.document;

import java.util.ArrayList;
import java.util.List;

public sealed interface Block {
  record Sentence(Tone tone, String text) implements Block {}

  record Bullets(List<ListItem> items) implements Block {}

  record ListItem(String label, Tone tone, String text) {}

  record Tabled(Table table) implements Block {}

  record Links(String label, List<Cell.Hyperlink> links) implements Block {}

  /** Group of charts with one shared legend. If the legend is empty, each chart has its own. */
  record Charts(List<Chart> charts, List<Chart.LegendEntry> legend) implements Block {}

  record Fold(String title, boolean open, List<Block> blocks) implements Block {}

  /** Section of a report. HTML and Markdown show the title only if the tone is PLAIN. */
  record Section(String id, String title, Tone tone, List<Block> blocks) implements Block {}

  /** Blocks that appear only in the HTML page. */
  record OnPage(List<Block> blocks) implements Block {}

  /**
   * Builder of a list of blocks. Empty sentences, lists, tables, folds and sections are omitted.
   */
  final class Blocks {
    private final List<Block> all = new ArrayList<>();

    public Blocks add(Block block) {
      all.add(block);
      return this;
    }

    public Blocks say(String sentence) {
      return say(Tone.PLAIN, sentence);
    }

    public Blocks say(Tone tone, String sentence) {
      return sentence.isEmpty() ? this : add(new Sentence(tone, sentence));
    }

    public Blocks list(List<String> lines) {
      return lines.isEmpty()
          ? this
          : add(new Bullets(lines.stream().map(l -> new ListItem("", Tone.PLAIN, l)).toList()));
    }

    public Blocks table(Table table) {
      return table.rows().isEmpty() ? this : add(new Tabled(table));
    }

    public Blocks fold(String title, boolean open, Blocks blocks) {
      return blocks.all.isEmpty() ? this : add(new Fold(title, open, blocks.list()));
    }

    public Blocks fold(String title, boolean open, Table table) {
      return fold(title, open, new Blocks().table(table));
    }

    public Blocks section(String id, String title, Blocks blocks) {
      return blocks.all.isEmpty() ? this : add(new Section(id, title, Tone.PLAIN, blocks.list()));
    }

    public Blocks page(Blocks blocks) {
      return add(new OnPage(blocks.list()));
    }

    public Blocks chart(Chart chart) {
      return add(new Charts(List.of(chart), List.of()));
    }

    public List<Block> list() {
      return List.copyOf(all);
    }
  }
}
