package cloakroom.stress.document;

import java.util.ArrayList;
import java.util.List;

/** A part of a document. */
public sealed interface Block {
  record Sentence(Tone tone, String text) implements Block {}

  record Bullets(List<ListItem> items) implements Block {}

  /** One line of a list; {@code label} is what it is about, or empty. */
  record ListItem(String label, Tone tone, String text) {}

  record Tabled(Table table) implements Block {}

  record Links(String label, List<Cell.Hyperlink> links) implements Block {}

  /** Charts, and the legend that they share, empty if each has its own. */
  record Charts(List<Chart> charts, List<Chart.LegendEntry> legend) implements Block {}

  record Fold(String title, boolean open, List<Block> blocks) implements Block {}

  /**
   * A part with a title.
   *
   * @param id its name in the page's address
   * @param tone good or bad for the one that holds the verdict, whose title nobody needs to see
   */
  record Section(String id, String title, Tone tone, List<Block> blocks) implements Block {}

  /** What needs the room of a page: a text leaves it out. */
  record OnPage(List<Block> blocks) implements Block {}

  /** Collects blocks; leaves out an empty sentence, list, table, fold or section. */
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
