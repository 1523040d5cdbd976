package cloakroom.bench.report;

import java.util.List;

/**
 * A report before it has a form. Studies and families build one, and a renderer gives it the form:
 * a page, or text.
 *
 * @param title what it is about
 * @param lead one line on when and on what it was measured
 * @param alarms what a reader must know before anything else
 * @param sections in reading order
 */
record Document(String title, String lead, List<String> alarms, List<Section> sections) {

  /**
   * A part with a title of its own.
   *
   * @param id unique in the document
   * @param parts in reading order
   */
  record Section(String id, String title, List<Part> parts) {}

  /** A piece of a section. */
  sealed interface Part permits Sentence, Bullets, Table, Drawing, Terms {}

  /** A sentence, or some, in one paragraph. */
  record Sentence(String words, Tone tone) implements Part {}

  /** Sentences that stand beside one another. */
  record Bullets(List<String> lines) implements Part {}

  /**
   * A table; the first cell of a row names it.
   *
   * @param title empty if the section's says enough
   * @param folded whether a reader has to ask for it
   */
  record Table(String title, boolean folded, List<Cell> heading, List<List<Cell>> rows)
      implements Part {}

  /** A chart; what is drawn is data for a script. */
  record Drawing(Charts.Chart chart, String label) implements Part {}

  /** Words and their meanings, two by two. */
  record Terms(List<String> wordsAndMeanings) implements Part {}

  /**
   * A cell of a table: its text, and a smaller line below it, mostly empty.
   *
   * @param tone how it is to be read
   */
  record Cell(String text, String below, Tone tone) {
    static Cell of(String text) {
      return new Cell(text, "", Tone.PLAIN);
    }

    static Cell number(String text) {
      return new Cell(text, "", Tone.NUMBER);
    }

    static Cell toned(String text, Tone tone) {
      return new Cell(text, "", tone);
    }
  }

  /** How words are to be read. */
  enum Tone {
    PLAIN,
    NUMBER,
    QUESTION,
    /** the name of a study */
    STUDY,
    /** why something is missing */
    WHY,
    GOOD,
    FAIR,
    OPEN,
    BAD,
    ABSENT
  }
}
